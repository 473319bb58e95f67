package dev.hpa.validation;

import dev.hpa.api.HpaCondition;
import dev.hpa.api.HpaSpec;
import dev.hpa.api.JsonFormatException;
import dev.hpa.api.JsonValue;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.api.RecordSchema;
import dev.hpa.api.versions.HpaVersion;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds unknown and duplicate fields, which lenient decoding accepts, as the warnings of {@code
 * fieldValidation=Warn} do. Errors are in the order of the body and have the messages of the API
 * server, for example {@code unknown field "spec.x"}.
 */
public final class StrictFieldValidation {

  private final Set<String> problems = new LinkedHashSet<>();
  private final KubernetesVersion release;

  private StrictFieldValidation(KubernetesVersion release) {
    this.release = release;
  }

  /**
   * Validates a body that decodes as a version.
   *
   * @param release the release of the API server
   * @return the errors
   * @throws JsonFormatException if the body is not JSON
   */
  public static List<String> problems(String body, HpaVersion version, KubernetesVersion release) {
    StrictFieldValidation check = new StrictFieldValidation(release);
    check.value(JsonValue.parse(body), version.type(), "");
    return List.copyOf(check.problems);
  }

  private void value(JsonValue json, Type type, String path) {
    switch (json) {
      case JsonValue.Structure structure when isMap(type) -> entries(structure, path);
      case JsonValue.Structure structure when type instanceof Class<?> raw && raw.isRecord() ->
          members(structure, raw, path);
      case JsonValue.Array array when type instanceof ParameterizedType list -> {
        for (int i = 0; i < array.elements().size(); i++) {
          value(array.elements().get(i), list.getActualTypeArguments()[0], path + "[" + i + "]");
        }
      }
      default -> {}
    }
  }

  private static boolean isMap(Type type) {
    return type instanceof ParameterizedType generic && generic.getRawType() == Map.class;
  }

  private void entries(JsonValue.Structure structure, String path) {
    Set<String> seen = new HashSet<>();
    for (JsonValue.Member member : structure.members()) {
      if (!seen.add(member.name())) {
        report("duplicate", path, member.name());
      }
    }
  }

  private void members(JsonValue.Structure structure, Class<?> type, String path) {
    RecordSchema schema = RecordSchema.of(type);
    Set<String> seen = new HashSet<>();
    for (JsonValue.Member member : structure.members()) {
      int index = schema.indexOf(member.name(), false);
      if (index < 0 || isNewer(type, member.name())) {
        report("unknown", path, member.name());
        continue;
      }
      if (!seen.add(member.name())) {
        report("duplicate", path, member.name());
      }
      value(member.value(), schema.fields().get(index).type(), below(path, member.name()));
    }
  }

  /** Whether a field was added after the release, or after all that are known. */
  private boolean isNewer(Class<?> type, String field) {
    return switch (field) {
      case "observedGeneration" -> type == HpaCondition.class && !release.hasGenerations();
      case HpaSpec.SYNC_PERIOD_SECONDS -> true;
      default -> false;
    };
  }

  private void report(String problem, String path, String name) {
    problems.add(problem + " field \"" + below(path, name) + "\"");
  }

  private static String below(String path, String name) {
    return path.isEmpty() ? name : path + "." + name;
  }
}
