package dev.hpa.sandbox.request;

import dev.hpa.api.GoQuote;
import dev.hpa.sandbox.cluster.FieldManagerId;
import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.cluster.StatusException.Cause;
import dev.hpa.sandbox.cluster.WriteContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The query parameters of write requests. */
public final class WriteOptions {

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
  public static FieldValidation fieldValidation(ApiRequest request) {
    String wanted = request.parameter("fieldValidation");
    return switch (wanted) {
      case "Strict" -> FieldValidation.STRICT;
      case "Ignore" -> FieldValidation.IGNORE;
      case null, default -> FieldValidation.WARN;
    };
  }

  /**
   * The field manager and dry run of a request. The default manager is the program in the
   * User-Agent.
   */
  public static WriteContext write(ApiRequest request, RequestInfo target) {
    String given = request.parameter("fieldManager");
    return new WriteContext(
        FieldManagerId.updates(
            given == null ? program(request.client()) : given,
            target.apiVersion(),
            target.subresource()),
        request.isDryRun());
  }

  /** The name of the program in a User-Agent header. */
  private static String program(String client) {
    String name = client.split("/", 2)[0].replaceAll("\\P{Print}", "");
    return name.length() > MANAGER_LENGTH ? name.substring(0, MANAGER_LENGTH) : name;
  }

  /** Rejects invalid parameters of write methods. */
  public static void check(ApiRequest request) {
    String kind = KINDS.get(request.method());
    if (kind == null) {
      return;
    }
    List<Cause> causes = new ArrayList<>();
    checkPatch(request, causes);
    checkManager(request.parameter("fieldManager"), causes);
    if (request.release().answersStrictly()) {
      checkPrintable(request.parameter("fieldManager"), causes);
    }
    checkDryRun(request.parameter("dryRun"), causes);
    String validation = request.parameter("fieldValidation");
    if (validation != null && !List.of("Ignore", "Strict", "Warn").contains(validation)) {
      causes.add(
          Cause.notSupported(
              "fieldValidation", "\"" + validation + "\"", "", "Ignore", "Strict", "Warn"));
    }
    refuse(kind, causes);
  }

  private static void checkPatch(ApiRequest request, List<Cause> causes) {
    if (request.method().equals("PATCH") && request.parameter("force") != null) {
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

  private static void checkPrintable(@Nullable String manager, List<Cause> causes) {
    for (int i = 0; manager != null && i < manager.length(); i++) {
      int character = manager.codePointAt(i);
      if (Character.isISOControl(character)) {
        causes.add(
            Cause.invalid(
                "fieldManager",
                GoQuote.quote(manager),
                "invalid character U+%04X (at position %d)".formatted(character, i)));
        return;
      }
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
}
