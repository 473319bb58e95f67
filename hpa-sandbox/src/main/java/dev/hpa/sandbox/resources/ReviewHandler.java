package dev.hpa.sandbox.resources;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Timestamps;
import dev.hpa.sandbox.access.AccessControl;
import dev.hpa.sandbox.access.AuthorizationResult;
import dev.hpa.sandbox.access.RequestAttributes;
import dev.hpa.sandbox.access.TokenAuthenticator;
import dev.hpa.sandbox.access.User;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.cluster.StatusException.Cause;
import dev.hpa.sandbox.request.ApiRequest;
import dev.hpa.sandbox.request.ApiResponse;
import dev.hpa.sandbox.request.RequestInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Handles the review APIs: TokenReview, SubjectAccessReview and related kinds. */
public final class ReviewHandler {

  public static final String AUTHORIZATION = "authorization.k8s.io";
  public static final String AUTHENTICATION = "authentication.k8s.io";
  public static final String VERSION = "v1";

  /** All kinds of reviews, in the order of discovery. */
  public static final List<Kind> KINDS =
      List.of(
          new Kind(AUTHENTICATION, "SelfSubjectReview"),
          new Kind(AUTHENTICATION, "TokenReview"),
          new Kind(AUTHORIZATION, "SelfSubjectAccessReview"),
          new Kind(AUTHORIZATION, "SubjectAccessReview"));

  public record Kind(String group, String name) {

    public String plural() {
      return name.toLowerCase(Locale.ROOT) + "s";
    }

    private boolean isAt(RequestInfo.Path path) {
      return path.group().equals(group)
          && path.version().equals(VERSION)
          && path.resource().equals(plural())
          && path.name().isEmpty()
          && path.namespace().isEmpty();
    }
  }

  private final Cluster cluster;
  private final AccessControl access;

  public ReviewHandler(Cluster cluster, AccessControl access) {
    this.cluster = cluster;
    this.access = access;
  }

  /** Whether a path below a group and version is that of a review. */
  public boolean serves(List<String> path) {
    return path.size() > 3 && kind(RequestInfo.Path.parse(path)).isPresent();
  }

  private static Optional<Kind> kind(RequestInfo.Path path) {
    return KINDS.stream().filter(kind -> kind.isAt(path)).findFirst();
  }

  public ApiResponse answer(ApiRequest request) {
    Kind kind = kind(RequestInfo.Path.parse(request.path())).orElseThrow(RequestInfo::notFound);
    if (!request.method().equals("POST")) {
      throw StatusException.methodNotAllowed();
    }
    ObjectNode review = RequestDecoder.review(request, kind.group(), kind.name());
    review.put("kind", kind.name()).put("apiVersion", kind.group() + "/" + VERSION);
    review.withObject("/metadata");
    JsonNode spec = review.path("spec");
    ObjectNode status = review.putObject("status");
    switch (kind.name()) {
      case "SelfSubjectReview" -> {
        review.withObject("/metadata").put("creationTimestamp", Timestamps.format(cluster.now()));
        show(request.user(), status.putObject("userInfo"));
      }
      case "TokenReview" -> reviewToken(spec, status);
      case "SelfSubjectAccessReview" -> decide(request.user(), attempt(spec, kind), status);
      default -> decide(subject(spec, kind), attempt(spec, kind), status);
    }
    return ApiResponse.json(201, review);
  }

  private static void show(User user, ObjectNode into) {
    into.put("username", user.name());
    if (!user.uid().isEmpty()) {
      into.put("uid", user.uid());
    }
    strings(into, "groups", user.groups());
  }

  private static void strings(ObjectNode into, String name, List<String> strings) {
    if (!strings.isEmpty()) {
      strings.forEach(into.putArray(name)::add);
    }
  }

  private static List<String> strings(JsonNode list) {
    List<String> strings = new ArrayList<>();
    list.forEach(each -> strings.add(each.asText()));
    return strings;
  }

  private void reviewToken(JsonNode spec, ObjectNode status) {
    String token = spec.path("token").asText("");
    if (token.isEmpty()) {
      throw StatusException.badRequest("token is required for TokenReview in authentication");
    }
    List<String> audiences = strings(spec.path("audiences"));
    boolean isAsked = audiences.isEmpty() || audiences.contains(TokenAuthenticator.API_SERVER);
    User user = access.tokens().user(token);
    if (user == null || !isAsked) {
      status.putObject("user");
      status.put("error", "invalid bearer token");
    } else {
      status.put("authenticated", true);
      show(user, status.putObject("user"));
      strings(status, "audiences", List.of(TokenAuthenticator.API_SERVER));
    }
  }

  private void decide(User user, RequestAttributes attempt, ObjectNode status) {
    AuthorizationResult verdict = access.authorizer().authorize(user, attempt);
    status.put("allowed", verdict.allowed());
    if (!verdict.reason().isEmpty()) {
      status.put("reason", verdict.reason());
    }
  }

  private static RequestAttributes attempt(JsonNode spec, Kind kind) {
    JsonNode on = spec.path("resourceAttributes");
    JsonNode path = spec.path("nonResourceAttributes");
    if (on.isObject() == path.isObject()) {
      throw invalid(
          kind,
          on.isObject()
              ? Cause.invalid(
                  "spec.nonResourceAttributes",
                  path.toString(),
                  "cannot be specified in combination with resourceAttributes")
              : Cause.invalid(
                  "spec.resourceAttributes",
                  "null",
                  "exactly one of nonResourceAttributes or resourceAttributes must be specified"));
    }
    return on.isObject()
        ? new RequestAttributes.OnResource(
            text(on, "verb"),
            text(on, "group"),
            text(on, "version"),
            text(on, "resource"),
            text(on, "subresource"),
            text(on, "namespace"),
            text(on, "name"))
        : new RequestAttributes.OnPath(text(path, "verb"), text(path, "path"));
  }

  private static String text(JsonNode attributes, String name) {
    return attributes.path(name).asText("");
  }

  private static User subject(JsonNode spec, Kind kind) {
    User user = new User(text(spec, "user"), text(spec, "uid"), strings(spec.path("groups")));
    if (user.name().isEmpty() && user.groups().isEmpty()) {
      throw invalid(
          kind,
          Cause.invalid("spec.user", "\"\"", "at least one of user or group must be specified"));
    }
    return user;
  }

  private static StatusException invalid(Kind kind, Cause cause) {
    return StatusException.invalid(kind.group(), kind.name(), "", List.of(cause));
  }
}
