package dev.hpa.sandbox.request;

import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.cluster.StatusException.Cause;
import dev.hpa.sandbox.cluster.WriteContext;
import dev.hpa.sandbox.fields.FieldManagerId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The query parameters of write requests. */
public final class WriteOptions {

  private static final String YAML = "application/apply-patch+yaml";
  private static final String CBOR = "application/apply-patch+cbor";

  private static final int MANAGER_LENGTH = 128;
  private static final Map<String, String> KINDS =
      Map.of("POST", "CreateOptions", "PUT", "UpdateOptions", "PATCH", "PatchOptions");

  private WriteOptions() {}

  /** The treatment of unknown fields. */
  public enum FieldValidation {
    IGNORE,
    WARN,
    STRICT
  }

  /** The requested treatment of unknown fields; {@link #check} has validated it. */
  public static FieldValidation fieldValidation(ApiRequest call) {
    String wanted = call.parameter("fieldValidation");
    return switch (wanted) {
      case "Strict" -> FieldValidation.STRICT;
      case "Ignore" -> FieldValidation.IGNORE;
      case null, default -> FieldValidation.WARN;
    };
  }

  /**
   * The field manager and dry run of a request. The default manager is the program in the
   * User-Agent.
   *
   * @param applies whether the request is an apply
   */
  public static WriteContext write(ApiRequest call, RequestInfo target, boolean applies) {
    String given = call.parameter("fieldManager");
    return new WriteContext(
        new FieldManagerId(
            given == null ? program(call.client()) : given,
            applies,
            target.apiVersion(),
            target.subresource()),
        call.isDryRun());
  }

  /** The name of the program in a User-Agent header. */
  private static String program(String client) {
    String name = client.split("/", 2)[0].replaceAll("\\P{Print}", "");
    return name.length() > MANAGER_LENGTH ? name.substring(0, MANAGER_LENGTH) : name;
  }

  /** Rejects invalid parameters of write methods. */
  public static void check(ApiRequest call) {
    String kind = KINDS.get(call.method());
    if (kind == null) {
      return;
    }
    List<Cause> causes = new ArrayList<>();
    checkPatch(call, causes);
    checkManager(call.parameter("fieldManager"), causes);
    checkDryRun(call.parameter("dryRun"), causes);
    String validation = call.parameter("fieldValidation");
    if (validation != null && !List.of("Ignore", "Strict", "Warn").contains(validation)) {
      causes.add(
          Cause.notSupported(
              "fieldValidation", "\"" + validation + "\"", "", "Ignore", "Strict", "Warn"));
    }
    refuse(kind, causes);
  }

  private static void checkPatch(ApiRequest call, List<Cause> causes) {
    if (!call.method().equals("PATCH")) {
      return;
    }
    boolean applies = isApply(call);
    if (applies && call.parameter("fieldManager") == null) {
      causes.add(Cause.required("fieldManager", "is required for apply patch"));
    }
    if (!applies && call.parameter("force") != null) {
      causes.add(Cause.forbidden("force", "may not be specified for non-apply patch"));
    }
  }

  private static void checkManager(@Nullable String manager, List<Cause> causes) {
    if (manager != null && manager.length() > MANAGER_LENGTH) {
      causes.add(
          new Cause(
              "FieldValueTooLong",
              "fieldManager",
              "Too long: may not be more than " + MANAGER_LENGTH + " bytes"));
    }
  }

  /** Rejects unknown values, so that a misspelled dry run does not write. */
  public static void checkDryRun(@Nullable String dryRun, List<Cause> causes) {
    if (dryRun != null && !dryRun.equals("All")) {
      causes.add(Cause.notSupported("dryRun", "[\"" + dryRun + "\"]", "All"));
    }
  }

  public static void refuse(String kind, List<Cause> causes) {
    if (!causes.isEmpty()) {
      throw StatusException.invalid("meta.k8s.io", kind, "", causes);
    }
  }

  /** Whether the request is a server-side apply. */
  public static boolean isApply(ApiRequest call) {
    String type = BodyDecoder.mediaType(call.contentType());
    if (type.equals(CBOR)) {
      throw StatusException.of(
          415, "UnsupportedMediaType", "CBOR is not supported; apply with " + YAML);
    }
    return type.equals(YAML);
  }
}
