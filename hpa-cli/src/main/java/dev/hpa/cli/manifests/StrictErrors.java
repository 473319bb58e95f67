package dev.hpa.cli.manifests;

import dev.hpa.api.Json;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.validation.StrictFieldValidation;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The unknown and repeated fields of an autoscaler, with which the API server rejects it under
 * strict field validation, and which it drops otherwise.
 */
public final class StrictErrors {

  private static final String PREFIX = "strict decoding error: ";

  private static final Pattern PROBLEM = Pattern.compile("(\\w+) field \"(.*)\"", Pattern.DOTALL);

  /** Each compares all fields of the version. */
  private static final int MAX_HINTS = 10;

  private final FieldHints fields;
  private int hints;

  private StrictErrors(FieldHints fields) {
    this.fields = fields;
  }

  /**
   * The errors of a document, in the order of the API server.
   *
   * @throws dev.hpa.api.JsonFormatException if it is not JSON
   */
  public static List<ValidationError> of(
      HpaVersion version, String json, KubernetesVersion release) {
    StrictErrors errors = new StrictErrors(new FieldHints(version, Json.tree(json)));
    return StrictFieldValidation.problems(json, version, release).stream()
        .map(errors::error)
        .toList();
  }

  private ValidationError error(String problem) {
    Matcher matcher = PROBLEM.matcher(problem);
    boolean matches = matcher.matches();
    String path = matches ? matcher.group(2) : "";
    return new ValidationError(
        ValidationError.BAD_REQUEST,
        path,
        PREFIX + problem,
        matches && matcher.group(1).equals("unknown") && hints++ < MAX_HINTS
            ? fields.unknown(path)
            : "");
  }
}
