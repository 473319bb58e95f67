package dev.hpa.sandbox.cluster;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A rejected request, with the Status object of the response. */
public final class StatusException extends RuntimeException {

  private static final long serialVersionUID = 1;

  /**
   * One of several causes why an object is invalid.
   *
   * @param reason e.g. {@code FieldValueRequired}
   */
  public record Cause(String reason, String field, String message) {
    public static Cause required(String field, String detail) {
      return new Cause(
          "FieldValueRequired", field, "Required value" + (detail.isEmpty() ? "" : ": " + detail));
    }

    public static Cause invalid(String field, String value, String detail) {
      return new Cause("FieldValueInvalid", field, "Invalid value: " + value + ": " + detail);
    }

    public static Cause forbidden(String field, String detail) {
      return new Cause("FieldValueForbidden", field, "Forbidden: " + detail);
    }

    public static Cause duplicate(String field, String value) {
      return new Cause("FieldValueDuplicate", field, "Duplicate value: " + value);
    }

    /** Lists the supported values in the given order. */
    public static Cause notSupported(String field, String value, String... supported) {
      return new Cause(
          "FieldValueNotSupported",
          field,
          "Unsupported value: "
              + value
              + ": supported values: \""
              + String.join("\", \"", supported)
              + "\"");
    }
  }

  private final int code;
  private final String reason;
  private final transient @Nullable ObjectNode details;

  private StatusException(int code, String reason, String message, @Nullable ObjectNode details) {
    super(message, null, false, false);
    this.code = code;
    this.reason = reason;
    this.details = details;
  }

  public static StatusException of(int code, String reason, String message) {
    return new StatusException(code, reason, message, null);
  }

  public static StatusException badRequest(String message) {
    return of(400, "BadRequest", message);
  }

  public static StatusException notFound(ResourceType type, String name) {
    return new StatusException(
        404, "NotFound", type.qualified() + " \"" + name + "\" not found", details(type, name));
  }

  public static StatusException alreadyExists(ResourceType type, String name) {
    return new StatusException(
        409,
        "AlreadyExists",
        type.qualified() + " \"" + name + "\" already exists",
        details(type, name));
  }

  public static StatusException modified(ResourceType type, String name) {
    return conflict(
        type,
        name,
        "the object has been modified; please apply your changes to the latest version and try"
            + " again");
  }

  public static StatusException conflict(ResourceType type, String name, String why) {
    return new StatusException(
        409,
        "Conflict",
        "Operation cannot be fulfilled on " + type.qualified() + " \"" + name + "\": " + why,
        details(type, name));
  }

  public static StatusException invalid(ResourceType type, String name, List<Cause> causes) {
    return invalid(type.group(), type.kind(), name, causes);
  }

  /** An invalid object, with the kind as message and details name it. */
  public static StatusException invalid(
      String group, String kind, String name, List<Cause> causes) {
    ObjectNode details = JsonNodeFactory.instance.objectNode();
    if (!name.isEmpty()) {
      details.put("name", name);
    }
    if (!group.isEmpty()) {
      details.put("group", group);
    }
    if (!kind.isEmpty()) {
      details.put("kind", kind);
    }
    ArrayNode list = details.putArray("causes");
    for (Cause cause : causes) {
      list.addObject()
          .put("reason", cause.reason())
          .put("message", cause.message())
          .put("field", cause.field());
    }
    List<String> texts =
        causes.stream().map(c -> c.field() + ": " + c.message()).distinct().toList();
    String text = texts.size() == 1 ? texts.getFirst() : "[" + String.join(", ", texts) + "]";
    return new StatusException(
        422,
        "Invalid",
        kind + (group.isEmpty() ? "" : "." + group) + " \"" + name + "\" is invalid: " + text,
        details);
  }

  /** An internal server error. */
  public static StatusException internal(String why) {
    ObjectNode details = JsonNodeFactory.instance.objectNode();
    details.putArray("causes").addObject().put("message", why);
    return new StatusException(500, "InternalError", "Internal error occurred: " + why, details);
  }

  public static StatusException expired(String message) {
    return of(410, "Expired", message);
  }

  public static StatusException methodNotAllowed() {
    return unspecific(
        405, "MethodNotAllowed", "the server does not allow this method on the requested resource");
  }

  /** An error that is about no object; its details are empty. */
  public static StatusException unspecific(int code, String reason, String message) {
    return new StatusException(code, reason, message, JsonNodeFactory.instance.objectNode());
  }

  /** A resource version that is newer than the current one. */
  public static StatusException tooLargeVersion(String asked, long current) {
    ObjectNode details = JsonNodeFactory.instance.objectNode();
    details
        .putArray("causes")
        .addObject()
        .put("reason", "ResourceVersionTooLarge")
        .put("message", "Too large resource version");
    details.put("retryAfterSeconds", 1);
    return new StatusException(
        504,
        "Timeout",
        "Timeout: Too large resource version: " + asked + ", current: " + current,
        details);
  }

  /** A creation in a namespace that is being deleted. */
  static StatusException terminating(ResourceType type, String name, String namespace) {
    ObjectNode details = details(type, name);
    details
        .putArray("causes")
        .addObject()
        .put("reason", "NamespaceTerminating")
        .put("message", "namespace " + namespace + " is being terminated")
        .put("field", "metadata.namespace");
    return new StatusException(
        403,
        "Forbidden",
        "%s \"%s\" is forbidden: unable to create new content in namespace %s because it is being terminated"
            .formatted(type.qualified(), name, namespace),
        details);
  }

  static StatusException forbidden(ResourceType type, String name, String why) {
    return forbidden(type.group(), type.plural(), name, why);
  }

  /**
   * A request that the authorizer or an admission rule forbids.
   *
   * @param name empty for the collection
   */
  public static StatusException forbidden(String group, String plural, String name, String why) {
    ObjectNode details = JsonNodeFactory.instance.objectNode();
    if (!name.isEmpty()) {
      details.put("name", name);
    }
    if (!group.isEmpty()) {
      details.put("group", group);
    }
    details.put("kind", plural);
    return new StatusException(
        403,
        "Forbidden",
        "%s%s is forbidden: %s"
            .formatted(
                group.isEmpty() ? plural : plural + "." + group,
                name.isEmpty() ? "" : " \"" + name + "\"",
                why),
        details);
  }

  /** A deletion whose precondition fails; messages name the kind, not the resource. */
  static StatusException precondition(ResourceType type, String name, String why) {
    String group = type.group();
    ObjectNode details = details(type, name).put("kind", type.kind());
    return new StatusException(
        409,
        "Conflict",
        "Operation cannot be fulfilled on %s \"%s\": %s"
            .formatted(type.kind() + (group.isEmpty() ? "" : "." + group), name, why),
        details);
  }

  /**
   * A request for something the sandbox does not implement; the message says what it is and, where
   * possible, what to do.
   */
  public static StatusException notServed(String message) {
    return of(501, "NotImplemented", message);
  }

  private static ObjectNode details(ResourceType type, String name) {
    ObjectNode details = JsonNodeFactory.instance.objectNode();
    details.put("name", name);
    if (!type.group().isEmpty()) {
      details.put("group", type.group());
    }
    details.put("kind", type.plural());
    return details;
  }

  public int code() {
    return code;
  }

  public String reason() {
    return reason;
  }

  /** The Status object. */
  public ObjectNode status() {
    ObjectNode status = JsonNodeFactory.instance.objectNode();
    status.put("kind", "Status").put("apiVersion", "v1").putObject("metadata");
    status.put("status", "Failure").put("message", getMessage());
    if (!reason.isEmpty()) {
      status.put("reason", reason);
    }
    if (details != null) {
      status.set("details", details);
    }
    return status.put("code", code);
  }
}
