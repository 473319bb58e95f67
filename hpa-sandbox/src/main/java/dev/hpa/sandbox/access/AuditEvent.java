package dev.hpa.sandbox.access;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/**
 * An audit event: a request that was answered, or a watch that has ended.
 *
 * @param id unique
 * @param user {@link User#UNKNOWN} when the token is unknown
 * @param requestUri the path with its query, as sent
 * @param userAgent empty when the client sent none
 * @param result null when the request did not reach the authorizer
 * @param code the HTTP status of the response; 0 when the connection was reset instead
 * @param received when the request was received, by the cluster's clock
 * @param answered when the response was sent, by the cluster's clock
 */
public record AuditEvent(
    String id,
    User user,
    RequestAttributes attributes,
    String requestUri,
    String userAgent,
    @Nullable AuthorizationResult result,
    int code,
    Instant received,
    Instant answered) {

  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

  /**
   * The event of a request that was just received.
   *
   * @param id distinguishes it from all others
   */
  public static AuditEvent received(
      String id,
      User user,
      RequestAttributes attributes,
      String requestUri,
      String userAgent,
      Instant now) {
    return new AuditEvent(id, user, attributes, requestUri, userAgent, null, 0, now, now);
  }

  /** A copy with the result of the authorization. */
  public AuditEvent withResult(AuthorizationResult found) {
    return new AuditEvent(
        id, user, attributes, requestUri, userAgent, found, code, received, answered);
  }

  /** A copy with the response. */
  public AuditEvent answered(int status, Instant now) {
    return new AuditEvent(
        id, user, attributes, requestUri, userAgent, result, status, received, now);
  }

  /** Whether the request was rejected by authentication (401) or by the authorizer. */
  public boolean isDenied() {
    return result == null ? code == 401 : !result.allowed();
  }

  /** As an {@code Event} of {@code audit.k8s.io/v1}, level Metadata. */
  public ObjectNode toJson() {
    ObjectNode event = JsonNodeFactory.instance.objectNode();
    event.put("kind", "Event").put("apiVersion", "audit.k8s.io/v1").put("level", "Metadata");
    event.put("auditID", id).put("stage", "ResponseComplete");
    event.put("requestURI", requestUri).put("verb", attributes.verb());
    event.set("user", userJson());
    event.putArray("sourceIPs").add("127.0.0.1");
    putIfAny(event, "userAgent", userAgent);
    if (attributes instanceof RequestAttributes.OnResource on) {
      putObject(event.putObject("objectRef"), on);
    }
    if (code != 0) {
      event.putObject("responseStatus").put("code", code).putObject("metadata");
    }
    event.put("requestReceivedTimestamp", MICROS.format(received));
    event.put("stageTimestamp", MICROS.format(answered));
    if (result != null) {
      event
          .putObject("annotations")
          .put("authorization.k8s.io/decision", result.allowed() ? "allow" : "forbid")
          .put("authorization.k8s.io/reason", result.reason());
    }
    return event;
  }

  private ObjectNode userJson() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    putIfAny(json, "username", user.name());
    putIfAny(json, "uid", user.uid());
    if (!user.groups().isEmpty()) {
      user.groups().forEach(json.putArray("groups")::add);
    }
    return json;
  }

  private static void putObject(ObjectNode ref, RequestAttributes.OnResource on) {
    putIfAny(ref, "resource", on.resource());
    putIfAny(ref, "namespace", on.namespace());
    putIfAny(ref, "name", on.name());
    putIfAny(ref, "apiGroup", on.group());
    putIfAny(ref, "apiVersion", on.version());
    putIfAny(ref, "subresource", on.subresource());
  }

  private static void putIfAny(ObjectNode into, String name, String text) {
    if (!text.isEmpty()) {
      into.put(name, text);
    }
  }
}
