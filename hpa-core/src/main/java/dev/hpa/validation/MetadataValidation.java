package dev.hpa.validation;

import dev.hpa.api.ApiGroupVersion;
import dev.hpa.api.GoQuote;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.api.NameValidation;
import dev.hpa.api.ObjectMeta;
import dev.hpa.api.ObjectMeta.OwnerReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Validates the metadata of namespaced objects. */
public final class MetadataValidation {

  private static final int ANNOTATIONS_BYTES = 256 * 1024;
  private static final String NOT_EMPTY = "must not be empty";
  private static final ApiGroupVersion CORE_V1 = new ApiGroupVersion("", "v1");
  private static final String ORPHAN = "orphan";
  private static final String FOREGROUND = "foregroundDeletion";
  private static final Set<String> STANDARD_FINALIZERS = Set.of("kubernetes", ORPHAN, FOREGROUND);

  private final List<FieldError> errors = new ArrayList<>();

  private final KubernetesVersion release;

  private MetadataValidation(KubernetesVersion release) {
    this.release = release;
  }

  /** Validates the metadata of a new object whose name is a DNS subdomain. */
  public static List<FieldError> create(ObjectMeta metadata, KubernetesVersion release) {
    MetadataValidation validation = new MetadataValidation(release);
    validation.object(metadata, NameValidation::subdomain);
    validation.qualifiedFinalizers(metadata);
    return validation.errors;
  }

  /**
   * Validates the metadata of an update. The API server runs its general validation and then that
   * of the kind, so some errors occur twice.
   */
  public static List<FieldError> update(
      ObjectMeta metadata, ObjectMeta old, KubernetesVersion release) {
    MetadataValidation validation = new MetadataValidation(release);
    validation.object(metadata, NameValidation::pathSegment);
    validation.change(metadata, old);
    validation.change(metadata, old);
    validation.qualifiedFinalizers(metadata);
    return validation.errors;
  }

  private void object(ObjectMeta metadata, Function<String, List<String>> nameRule) {
    String generateName = metadata.generateName();
    if (generateName != null) {
      addInvalid("metadata.generateName", generateName, nameRule.apply(asPrefix(generateName)));
    }
    if (metadata.nameOrEmpty().isEmpty()) {
      errors.add(FieldError.required("metadata.name", "name or generateName is required"));
    } else {
      addInvalid("metadata.name", metadata.nameOrEmpty(), nameRule.apply(metadata.nameOrEmpty()));
    }
    String namespace = metadata.namespaceOrEmpty();
    if (namespace.isEmpty()) {
      errors.add(FieldError.required("metadata.namespace", ""));
    } else {
      addInvalid("metadata.namespace", namespace, NameValidation.label(namespace));
    }
    Long generation = metadata.generation();
    if (generation != null && generation < 0) {
      errors.add(
          FieldError.invalid(
              "metadata.generation", generation, "must be greater than or equal to 0"));
    }
    mapsAndOwners(metadata);
    finalizers(metadata.finalizersOrEmpty());
  }

  /** A prefix may end with a hyphen, because the generated suffix follows it. */
  private static String asPrefix(String generateName) {
    int length = generateName.length();
    return length > 1 && generateName.endsWith("-")
        ? generateName.substring(0, length - 2) + "a"
        : generateName;
  }

  private void mapsAndOwners(ObjectMeta metadata) {
    labels(metadata.labelsOrEmpty());
    annotations(metadata.annotationsOrEmpty());
    owners(metadata.ownerReferencesOrEmpty());
  }

  private void labels(Map<String, String> labels) {
    new TreeMap<>(labels)
        .forEach(
            (key, value) -> {
              addInvalid("metadata.labels", key, NameValidation.qualifiedName(key));
              addInvalid("metadata.labels", value, NameValidation.labelValue(value));
            });
  }

  private void annotations(Map<String, String> annotations) {
    int bytes = 0;
    for (Map.Entry<String, String> entry : new TreeMap<>(annotations).entrySet()) {
      String key = entry.getKey();
      addInvalid(
          "metadata.annotations", key, NameValidation.qualifiedName(key.toLowerCase(Locale.ROOT)));
      bytes += NameValidation.bytes(key) + NameValidation.bytes(entry.getValue());
    }
    if (bytes > ANNOTATIONS_BYTES) {
      errors.add(
          FieldError.tooLong(
              "metadata.annotations", "may not be more than " + ANNOTATIONS_BYTES + " bytes"));
    }
  }

  private void owners(List<OwnerReference> owners) {
    @Nullable OwnerReference controller = null;
    for (int i = 0; i < owners.size(); i++) {
      OwnerReference owner = owners.get(i);
      if (release.validatesDeclaredRules()) {
        ownerAt("metadata.ownerReferences[" + i + "]", owner);
      } else {
        owner("metadata.ownerReferences", owner);
      }
      if (!Boolean.TRUE.equals(owner.controller())) {
        continue;
      }
      if (controller == null) {
        controller = owner;
      } else {
        errors.add(
            FieldError.invalid(
                "metadata.ownerReferences",
                owners,
                "Only one reference can have Controller set to true. Found \"true\" in references"
                    + " for %s/%s and %s/%s"
                        .formatted(
                            controller.kind(), controller.name(), owner.kind(), owner.name())));
      }
    }
  }

  /** The texts of releases with declared rules. */
  private void ownerAt(String field, OwnerReference owner) {
    if (owner.apiVersion().isEmpty()) {
      errors.add(FieldError.required(field + ".apiVersion", NOT_EMPTY));
    } else if (groupVersionOrEmpty(owner.apiVersion()).version().isEmpty()) {
      errors.add(
          FieldError.invalidText(
              field + ".apiVersion", owner.apiVersion(), "must be <group>/<version> or <version>"));
    }
    required(field + ".kind", owner.kind());
    required(field + ".name", owner.name());
    required(field + ".uid", owner.uid());
    noEvent(field, owner);
  }

  private void required(String field, String value) {
    if (value.isEmpty()) {
      errors.add(FieldError.required(field, NOT_EMPTY));
    }
  }

  private void owner(String field, OwnerReference owner) {
    ApiGroupVersion version = groupVersionOrEmpty(owner.apiVersion());
    if (version.version().isEmpty()) {
      errors.add(
          FieldError.invalidText(
              field + ".apiVersion", owner.apiVersion(), "version must not be empty"));
    }
    notEmpty(field + ".kind", owner.kind());
    notEmpty(field + ".name", owner.name());
    notEmpty(field + ".uid", owner.uid());
    noEvent(field, owner);
  }

  private void noEvent(String field, OwnerReference owner) {
    if (groupVersionOrEmpty(owner.apiVersion()).equals(CORE_V1) && owner.kind().equals("Event")) {
      errors.add(
          FieldError.invalid(field, owner, "/v1, Kind=Event is disallowed from being an owner"));
    }
  }

  private static ApiGroupVersion groupVersionOrEmpty(String apiVersion) {
    try {
      return ApiGroupVersion.parse(apiVersion);
    } catch (IllegalArgumentException e) {
      return new ApiGroupVersion("", "");
    }
  }

  private void notEmpty(String field, String value) {
    if (value.isEmpty()) {
      errors.add(FieldError.invalidText(field, value, NOT_EMPTY));
    }
  }

  private void finalizers(List<String> finalizers) {
    for (String finalizer : finalizers) {
      addInvalid("metadata.finalizers", finalizer, NameValidation.qualifiedName(finalizer));
    }
    if (finalizers.contains(ORPHAN) && finalizers.contains(FOREGROUND)) {
      errors.add(
          FieldError.invalid(
              "metadata.finalizers",
              finalizers,
              "finalizer orphan and foregroundDeletion cannot be both set"));
    }
  }

  private void qualifiedFinalizers(ObjectMeta metadata) {
    List<String> finalizers = metadata.finalizersOrEmpty();
    for (int i = 0; i < finalizers.size(); i++) {
      String finalizer = finalizers.get(i);
      if (!finalizer.contains("/") && !STANDARD_FINALIZERS.contains(finalizer)) {
        errors.add(
            FieldError.invalidText(
                "metadata.finalizers[" + i + "]",
                finalizer,
                "name is neither a standard finalizer name nor is it fully qualified"));
      }
    }
  }

  private void change(ObjectMeta metadata, ObjectMeta old) {
    if (old.deletionTimestamp() != null) {
      noNewFinalizers(metadata.finalizersOrEmpty(), old.finalizersOrEmpty());
    }
    immutableText("metadata.name", metadata.name(), old.name());
    immutableText("metadata.namespace", metadata.namespace(), old.namespace());
    immutableText("metadata.uid", metadata.uid(), old.uid());
    immutable("metadata.creationTimestamp", metadata.creationTimestamp(), old.creationTimestamp());
    immutable("metadata.deletionTimestamp", metadata.deletionTimestamp(), old.deletionTimestamp());
    immutable(
        "metadata.deletionGracePeriodSeconds",
        metadata.deletionGracePeriodSeconds(),
        old.deletionGracePeriodSeconds());
    mapsAndOwners(metadata);
  }

  private void noNewFinalizers(List<String> finalizers, List<String> old) {
    Set<String> added = new TreeSet<>(finalizers);
    old.forEach(added::remove);
    if (!added.isEmpty()) {
      String names = added.stream().map(GoQuote::quote).collect(Collectors.joining(", ", "{", "}"));
      errors.add(
          FieldError.forbidden(
              "metadata.finalizers",
              "no new finalizers can be added if the object is being deleted, found new"
                  + " finalizers []string"
                  + names));
    }
  }

  private void immutableText(String field, @Nullable String value, @Nullable String old) {
    immutable(field, value == null ? "" : value, old == null ? "" : old);
  }

  private void immutable(String field, @Nullable Object value, @Nullable Object old) {
    if (!Objects.equals(value, old)) {
      errors.add(FieldError.invalid(field, value, "field is immutable"));
    }
  }

  private void addInvalid(String field, String value, List<String> messages) {
    messages.forEach(message -> errors.add(FieldError.invalidText(field, value, message)));
  }
}
