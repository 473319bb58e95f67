package dev.hpa.sandbox.server;

import dev.hpa.sandbox.access.Access;
import dev.hpa.sandbox.access.AuthorizationResult;
import dev.hpa.sandbox.access.RequestAttributes;
import dev.hpa.sandbox.access.Tokens;
import dev.hpa.sandbox.access.User;
import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.request.ApiCall;
import dev.hpa.sandbox.request.RequestInfo;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds out who makes a request and whether they may. */
final class AuthFilter {

  private static final String BEARER = "bearer ";

  /** Paths anybody may read: they tell nothing but that the server is there. */
  private static final List<String> PUBLIC = List.of("healthz", "livez", "readyz", "version");

  /** Where the page has from what it shows. */
  private static final List<String> OVERVIEW = List.of(Routes.SANDBOX, "overview");

  private final Access access;

  AuthFilter(Access access) {
    this.access = access;
  }

  /** Who bears the token of an Authorization header; {@link User#UNKNOWN} for a wrong one. */
  User user(@Nullable String authorization) {
    if (authorization == null) {
      return User.ANONYMOUS;
    }
    if (!authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
      return User.UNKNOWN;
    }
    User user =
        access
            .tokens()
            .user(authorization.substring(BEARER.length()).strip(), List.of(Tokens.API_SERVER));
    return user == null ? User.UNKNOWN : user;
  }

  /** Refuses whom nobody knows, and those without a token where they are not admitted. */
  void requireKnown(ApiCall call) {
    if (RootPage.isPage(call)) {
      return;
    }
    boolean isAnonymous = call.user().equals(User.ANONYMOUS);
    boolean comesIn = access.admitsAnonymous() || isPublic(call);
    if (call.user().equals(User.UNKNOWN) || (isAnonymous && !comesIn)) {
      throw StatusException.of(401, "Unauthorized", "Unauthorized");
    }
  }

  private static boolean isPublic(ApiCall call) {
    return call.method().equals("GET")
        && !call.path().isEmpty()
        && PUBLIC.contains(call.path().getFirst());
  }

  /** Anybody may have the page; who has its token may see what it shows, and nothing else. */
  AuthorizationResult verdict(ApiCall call, RequestAttributes attempt) {
    if (RootPage.isPage(call)) {
      return new AuthorizationResult(true, "");
    }
    if (call.user().equals(User.VIEWER)) {
      return new AuthorizationResult(
          call.method().equals("GET") && call.path().equals(OVERVIEW), "");
    }
    return access.authorizer().verdict(call.user(), attempt);
  }

  /** The refusal of what a user may not do. */
  static StatusException refusal(
      User user, RequestAttributes attempt, AuthorizationResult verdict) {
    String text = "User \"%s\" cannot %s".formatted(user.name(), attempt);
    String why = verdict.reason().isEmpty() ? text : text + ": " + verdict.reason();
    return switch (attempt) {
      case RequestAttributes.OnResource on ->
          StatusException.forbidden(on.group(), on.resource(), on.name(), why);
      case RequestAttributes.OnPath ignored ->
          StatusException.unspecific(403, "Forbidden", "forbidden: " + why);
    };
  }

  /** What a call wants to do. */
  static RequestAttributes attempt(ApiCall call) {
    List<String> path = call.path();
    boolean isCore = !path.isEmpty() && path.getFirst().equals("api") && path.size() > 2;
    boolean isNamed = !path.isEmpty() && path.getFirst().equals("apis") && path.size() > 3;
    return isCore || isNamed
        ? onResource(call, RequestInfo.Path.parse(path))
        : new RequestAttributes.OnPath(verb(call.method()), call.rawPath());
  }

  private static RequestAttributes onResource(ApiCall call, RequestInfo.Path path) {
    String name = path.name().isEmpty() ? selectedName(call) : path.name();
    boolean isNamespace = path.resource().equals("namespaces") && path.namespace().isEmpty();
    int slash = path.subresource().indexOf('/');
    return new RequestAttributes.OnResource(
        path.name().isEmpty() ? verbOfMany(call) : verb(call.method()),
        path.group(),
        path.version(),
        path.resource(),
        slash < 0 ? path.subresource() : path.subresource().substring(0, slash),
        isNamespace ? path.name() : path.namespace(),
        name);
  }

  /** Whoever selects by name asks for that object, even where the list could hold others. */
  private static String selectedName(ApiCall call) {
    String selector = call.parameter("fieldSelector");
    String prefix = "metadata.name=";
    boolean byName = call.method().equals("GET") && selector != null && selector.startsWith(prefix);
    String name = byName ? String.valueOf(selector).substring(prefix.length()) : "";
    return name.contains(",") ? "" : name.startsWith("=") ? name.substring(1) : name;
  }

  private static String verbOfMany(ApiCall call) {
    return switch (call.method()) {
      case "GET", "HEAD" -> call.isWatch() ? "watch" : "list";
      case "DELETE" -> "deletecollection";
      default -> verb(call.method());
    };
  }

  private static String verb(String method) {
    return switch (method) {
      case "POST" -> "create";
      case "PUT" -> "update";
      case "PATCH" -> "patch";
      case "DELETE" -> "delete";
      case "GET", "HEAD" -> "get";
      default -> "";
    };
  }
}
