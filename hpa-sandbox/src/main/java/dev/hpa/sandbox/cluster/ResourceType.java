package dev.hpa.sandbox.cluster;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.ApiGroupVersion;
import dev.hpa.api.Json;
import dev.hpa.api.LabelSelector;
import dev.hpa.api.Selector;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A resource that the sandbox serves.
 *
 * @param group the API group, empty for core
 * @param versions the served versions, the preferred one first, including versions of groups that
 *     the resource was moved from
 * @param scale the paths of the scale subresource; null when it has none
 * @param strategy defaults and validation
 */
public record ResourceType(
    String group,
    List<Version> versions,
    String plural,
    String singular,
    String kind,
    boolean namespaced,
    List<String> shortNames,
    List<String> categories,
    boolean hasStatus,
    @Nullable ScalePaths scale,
    Strategy strategy) {

  /**
   * A version of a resource and its conversion from and to the storage version.
   *
   * @param id group and version
   * @param toStored decodes a request and sets defaults; takes JSON text because a tree loses how
   *     numbers were written
   * @param fromStored converts for a response
   * @param stored whether this is the storage version, so that stored bytes can be sent unchanged
   * @param schemaless whether it has no protobuf message, as custom resources
   * @param deprecation the warning for clients of this version; null for none
   */
  public record Version(
      ApiGroupVersion id,
      boolean stored,
      Function<String, ObjectNode> toStored,
      UnaryOperator<ObjectNode> fromStored,
      boolean schemaless,
      @Nullable String deprecation) {

    /** The storage version. */
    public static Version stored(ApiGroupVersion id, Function<String, ObjectNode> toStored) {
      return new Version(id, true, toStored, tree -> tree, false, null);
    }

    /**
     * A version that differs from the others in its name only.
     *
     * @param stored whether this is the storage version
     */
    static Version custom(ApiGroupVersion id, boolean stored) {
      return new Version(
          id,
          stored,
          json -> (ObjectNode) Json.tree(json),
          tree -> tree.put("apiVersion", id.toString()),
          true,
          null);
    }

    /** The API group, empty for core. */
    public String group() {
      return id.group();
    }

    /** The name within the group, such as {@code v1}. */
    public String name() {
      return id.version();
    }

    /** The apiVersion of the objects. */
    public String apiVersion() {
      return id.toString();
    }
  }

  /** The format of the selector of a scalable resource. */
  public enum SelectorForm {
    /** A structured label selector. */
    LABEL_SELECTOR,
    /** A map of labels, as in ReplicationControllers. */
    MAP,
    /** A string, as in custom resources. */
    TEXT
  }

  /**
   * The paths of the fields that the scale subresource shows.
   *
   * @param selector null when there is no selector
   */
  public record ScalePaths(
      JsonPointer specReplicas,
      JsonPointer statusReplicas,
      @Nullable JsonPointer selector,
      SelectorForm form) {

    /**
     * The paths of workloads: {@code spec.replicas}, {@code status.replicas} and {@code
     * spec.selector}.
     */
    static ScalePaths ofWorkload(SelectorForm form) {
      return new ScalePaths(
          JsonPointer.compile("/spec/replicas"),
          JsonPointer.compile("/status/replicas"),
          JsonPointer.compile("/spec/selector"),
          form);
    }

    /** The selector as the string of a Scale; empty when there is none. */
    public String selectorText(JsonNode object) {
      if (selector == null) {
        return "";
      }
      JsonNode node = object.at(selector);
      return form == SelectorForm.TEXT ? node.asText("") : pods(node).toString();
    }

    /**
     * Parses the selector of a workload's pods.
     *
     * @param node the workload's {@code spec.selector}
     * @throws IllegalArgumentException when it is not a selector
     */
    public Selector pods(JsonNode node) {
      return switch (form) {
        case LABEL_SELECTOR -> Json.read(node, LabelSelector.class).toSelector();
        case TEXT -> Selector.parse(node.asText(""));
        case MAP -> {
          Map<String, String> labels = new TreeMap<>();
          node.properties().forEach(e -> labels.put(e.getKey(), e.getValue().asText()));
          yield new LabelSelector(labels, null).toSelector();
        }
      };
    }
  }

  /** A copy with another strategy. */
  ResourceType withStrategy(Strategy other) {
    return new ResourceType(
        group,
        versions,
        plural,
        singular,
        kind,
        namespaced,
        shortNames,
        categories,
        hasStatus,
        scale,
        other);
  }

  /**
   * Defaults and validation of a resource, like {@code rest.RESTCreateStrategy} and {@code
   * RESTUpdateStrategy} of kube-apiserver. Objects are in the storage version and may be modified.
   */
  public interface Strategy {
    /** Sets defaults of a new object and validates it. */
    default void prepareForCreate(ObjectNode object) {}

    /**
     * Sets defaults of an updated object and validates it. Status and server-set metadata are
     * already those of the stored object.
     */
    default void prepareForUpdate(ObjectNode object, ObjectNode before) {}

    /** Validates an update of the status. */
    default void prepareForStatusUpdate(ObjectNode object, ObjectNode before) {}

    /** Changes what the store does not keep, after the fields of managers are known. */
    default void beforeStoring(ObjectNode object) {}

    /** Whether {@code metadata.generation} is incremented when the spec changes. */
    default boolean tracksGeneration() {
      return false;
    }

    /** Whether updates without a resource version are allowed. */
    default boolean allowsUnconditionalUpdate() {
      return true;
    }

    /** Whether names may contain every character of a path segment, as those of roles. */
    default boolean allowsPathSegmentNames() {
      return false;
    }

    /** Neither defaults nor validation. */
    Strategy NONE = new Strategy() {};
  }

  /** The key of its store: {@code apps/deployments}, {@code pods}. */
  public String id() {
    return group.isEmpty() ? plural : group + "/" + plural;
  }

  /** The name in messages: {@code deployments.apps}, {@code pods}. */
  public String qualified() {
    return group.isEmpty() ? plural : plural + "." + group;
  }

  /** The storage version. */
  public Version storedVersion() {
    return versions.stream().filter(Version::stored).findFirst().orElseThrow();
  }

  /** The version with this group and name, if it is served. */
  public Optional<Version> version(ApiGroupVersion id) {
    return versions.stream().filter(version -> version.id().equals(id)).findFirst();
  }

  /** Whether one of the versions is of this group. */
  public boolean isServedIn(String otherGroup) {
    return versions.stream().anyMatch(version -> version.group().equals(otherGroup));
  }
}
