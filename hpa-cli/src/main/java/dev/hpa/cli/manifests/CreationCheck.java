package dev.hpa.cli.manifests;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaFeatureGates;
import dev.hpa.api.HpaStrategy;
import dev.hpa.api.HpaValidation;
import dev.hpa.api.JsonFormatException;
import dev.hpa.api.ObjectMeta;
import dev.hpa.api.versions.HpaVersion;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Says what the API server would say to the creation of an autoscaler, with strict field
 * validation: a body that does not decode is refused for that alone, then one with unknown or
 * repeated keys for all of those, and only the rest is validated.
 *
 * @param namespace where objects go that name none
 */
public record CreationCheck(HpaFeatureGates gates, String namespace) {

  private static final Pattern PROBLEM = Pattern.compile("\\w+ field \"(.*)\"", Pattern.DOTALL);
  private static final String UID = "00000000-0000-4000-8000-000000000001";

  /** The server adds five characters and cuts what is longer than a label may be. */
  private static final int LONGEST_GENERATED = 58;

  private static final String GENERATED = "xxxxx";

  /** The causes of the refusal, in the server's order; none if the object may be created. */
  List<ValidationError> errors(HpaVersion version, String json) {
    try {
      HorizontalPodAutoscaler decoded = version.decode(json);
      List<ValidationError> problems =
          version.strictProblems(json).stream().map(CreationCheck::strict).toList();
      return problems.isEmpty() ? validated(decoded) : problems;
    } catch (JsonFormatException failure) {
      return List.of(ValidationError.of(ManifestException.of(failure)));
    }
  }

  private static ValidationError strict(String problem) {
    Matcher matcher = PROBLEM.matcher(problem);
    String field = matcher.matches() ? matcher.group(1) : "";
    return new ValidationError(
        ValidationError.BAD_REQUEST, field, "strict decoding error: " + problem);
  }

  private List<ValidationError> validated(HorizontalPodAutoscaler decoded) {
    return HpaValidation.validateCreate(created(decoded), gates).stream()
        .map(ValidationError::of)
        .toList();
  }

  /** What the server would store of an autoscaler that is created, if it is valid. */
  HorizontalPodAutoscaler created(HorizontalPodAutoscaler decoded) {
    return HpaStrategy.prepareCreate(named(decoded), gates, UID, Instant.EPOCH);
  }

  private HorizontalPodAutoscaler named(HorizontalPodAutoscaler decoded) {
    ObjectMeta metadata = decoded.metadata();
    ObjectMeta.Builder named = metadata.copy();
    if (metadata.namespace() == null) {
      named.namespace(namespace);
    }
    String base = metadata.generateName();
    if (metadata.name() == null && base != null) {
      named.name(base.substring(0, Math.min(base.length(), LONGEST_GENERATED)) + GENERATED);
    }
    return decoded.withMetadata(named.build());
  }
}
