package dev.hpa.sandbox.server;

import dev.hpa.sandbox.access.AccessControl;
import dev.hpa.sandbox.access.AuthorizationResult;
import dev.hpa.sandbox.access.RequestAttributes;
import dev.hpa.sandbox.access.User;
import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.request.ApiRequest;
import dev.hpa.sandbox.request.RequestInfo;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Authenticates and authorizes requests. */
final class AuthFilter {

  private static final String BEARER = "bearer ";

  /** Health and version endpoints, which need no authentication. */
  private static final List<String> PUBLIC = List.of("healthz", "livez", "readyz", "version");

  private final AccessControl access;

  AuthFilter(AccessControl access) {
    this.access = access;
  }

  /** The user of an Authorization header; {@link User#UNKNOWN} for an unknown token. */
  User user(@Nullable String authorization) {
    if (authorization == null) {
      return User.ANONYMOUS;
    }
    if (!authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
      return User.UNKNOWN;
    }
    User user = access.tokens().user(authorization.substring(BEARER.length()).strip());
    return user == null ? User.UNKNOWN : user;
  }

  /** Rejects unknown users, and anonymous requests unless they are admitted. */
  void requireAuthenticated(ApiRequest request) {
    boolean isAnonymous = request.user().equals(User.ANONYMOUS);
    boolean isAdmitted = access.admitsAnonymous() || isPublic(request);
    if (request.user().equals(User.UNKNOWN) || (isAnonymous && !isAdmitted)) {
      throw StatusException.of(401, "Unauthorized", "Unauthorized");
    }
  }

  private static boolean isPublic(ApiRequest request) {
    return request.method().equals("GET")
        && !request.path().isEmpty()
        && PUBLIC.contains(request.path().getFirst());
  }

  AuthorizationResult authorize(ApiRequest request, RequestAttributes attributes) {
    if (request.user().equals(User.OBSERVER)) {
      return new AuthorizationResult(request.method().equals("GET"), "");
    }
    return access.authorizer().authorize(request.user(), attributes);
  }

  /** The Forbidden error of a request that is not allowed. */
  static StatusException forbidden(
      User user, RequestAttributes attributes, AuthorizationResult decision) {
    String text = "User \"%s\" cannot %s".formatted(user.name(), attributes);
    String message = decision.reason().isEmpty() ? text : text + ": " + decision.reason();
    return switch (attributes) {
      case RequestAttributes.OnResource on ->
          StatusException.forbidden(on.group(), on.resource(), on.name(), message);
      case RequestAttributes.OnPath ignored ->
          StatusException.unspecific(403, "Forbidden", "forbidden: " + message);
    };
  }

  /** The attributes of a request. */
  static RequestAttributes attributes(ApiRequest request) {
    List<String> path = request.path();
    boolean isCore = !path.isEmpty() && path.getFirst().equals("api") && path.size() > 2;
    boolean isNamed = !path.isEmpty() && path.getFirst().equals("apis") && path.size() > 3;
    return isCore || isNamed
        ? onResource(request, RequestInfo.Path.parse(path))
        : new RequestAttributes.OnPath(verb(request.method()), request.rawPath());
  }

  private static RequestAttributes onResource(ApiRequest request, RequestInfo.Path path) {
    String name = path.name().isEmpty() ? selectedName(request) : path.name();
    boolean isNamespace = path.resource().equals("namespaces") && path.namespace().isEmpty();
    int slash = path.subresource().indexOf('/');
    return new RequestAttributes.OnResource(
        path.name().isEmpty() ? verbOfMany(request) : verb(request.method()),
        path.group(),
        path.version(),
        path.resource(),
        slash < 0 ? path.subresource() : path.subresource().substring(0, slash),
        isNamespace ? path.name() : path.namespace(),
        name);
  }

  /** A list with a field selector for a name is authorized for that object. */
  private static String selectedName(ApiRequest request) {
    String selector = request.parameter("fieldSelector");
    String prefix = "metadata.name=";
    boolean byName =
        request.method().equals("GET") && selector != null && selector.startsWith(prefix);
    String name = byName ? String.valueOf(selector).substring(prefix.length()) : "";
    return name.contains(",") ? "" : name.startsWith("=") ? name.substring(1) : name;
  }

  private static String verbOfMany(ApiRequest request) {
    return switch (request.method()) {
      case "GET", "HEAD" -> request.isWatch() ? "watch" : "list";
      case "DELETE" -> "deletecollection";
      default -> verb(request.method());
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
