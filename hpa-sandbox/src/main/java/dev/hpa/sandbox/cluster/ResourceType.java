package dev.hpa.sandbox.cluster;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.ApiGroupVersion;
import dev.hpa.api.Json;
import dev.hpa.api.LabelSelector;
import dev.hpa.api.Selector;
import dev.hpa.sandbox.proto.ObjectSchema;
import dev.hpa.sandbox.schema.Schema;
import dev.hpa.sandbox.table.PrinterColumn;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A resource the sandbox serves.
 *
 * @param group the group the resource belongs to and messages name, empty for core
 * @param versions the served versions, the preferred one first; objects are stored in the one
 *     marked so. A version may be of a group the resource came from
 * @param scale where its scale is found; null when it has none
 * @param printed the columns of its tables beside the name; empty for those every server knows
 * @param rules what is filled in and checked on writing
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
    List<PrinterColumn> printed,
    Strategy strategy) {

  /**
   * A version and the way between it and the stored shape.
   *
   * @param id group and version
   * @param toStored for objects coming in, as the text of their JSON because a tree no longer knows
   *     how its numbers were written; defaults of this version included
   * @param fromStored for objects going out
   * @param stored whether objects are stored in this version, so that stored bytes can be sent as
   *     they are
   * @param structure the members its objects have where no message definition tells; null where one
   *     does
   * @param deprecation what clients of this version are warned of; null for nothing
   */
  public record Version(
      ApiGroupVersion id,
      boolean stored,
      Function<String, ObjectNode> toStored,
      UnaryOperator<ObjectNode> fromStored,
      @Nullable StructuralSchema structure,
      @Nullable String deprecation) {

    /** The version objects are stored in. */
    public static Version stored(ApiGroupVersion id, Function<String, ObjectNode> toStored) {
      return new Version(id, true, toStored, tree -> tree, null, null);
    }

    /**
     * A version that differs from the others in nothing but its name.
     *
     * @param stored whether it is the one objects are stored in
     */
    static Version custom(ApiGroupVersion id, boolean stored, StructuralSchema structure) {
      return new Version(
          id,
          stored,
          json -> structure.settled((ObjectNode) Json.tree(json)),
          tree -> tree.put("apiVersion", id.toString()),
          structure,
          null);
    }

    /** The types of its objects' members, and how they are merged. */
    public Schema types(String kind) {
      ObjectSchema schema = structure == null ? ObjectSchema.of(apiVersion(), kind) : null;
      return schema == null
          ? Objects.requireNonNullElse(structure, StructuralSchema.ANYTHING).types()
          : schema.types();
    }

    /** Its group, empty for core. */
    public String group() {
      return id.group();
    }

    /** Its name within the group, such as {@code v1}. */
    public String name() {
      return id.version();
    }

    /** The apiVersion of its objects. */
    public String apiVersion() {
      return id.toString();
    }
  }

  /** How the selector of what is scaled is written. */
  public enum SelectorForm {
    /** A structured label selector. */
    LABEL_SELECTOR,
    /** A map of labels, as ReplicationControllers have it. */
    MAP,
    /** A text, as custom resources have it. */
    TEXT
  }

  /**
   * Where an object keeps what its scale shows.
   *
   * @param selector null when it tells no selector
   */
  public record ScalePaths(
      JsonPointer specReplicas,
      JsonPointer statusReplicas,
      @Nullable JsonPointer selector,
      SelectorForm form) {

    /** Workloads have {@code spec.replicas}, {@code status.replicas} and {@code spec.selector}. */
    static ScalePaths ofWorkload(SelectorForm form) {
      return new ScalePaths(
          JsonPointer.compile("/spec/replicas"),
          JsonPointer.compile("/status/replicas"),
          JsonPointer.compile("/spec/selector"),
          form);
    }

    /** The selector as a text, as a Scale has it; empty when there is none. */
    public String selectorText(JsonNode object) {
      if (selector == null) {
        return "";
      }
      JsonNode node = object.at(selector);
      return form == SelectorForm.TEXT ? node.asText("") : pods(node).toString();
    }

    /**
     * The selector of a workload's pods.
     *
     * @param node the workload's {@code spec.selector}
     * @throws IllegalArgumentException when it is none
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

  /** The same with other rules. */
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
        printed,
        other);
  }

  /**
   * What happens to an object on its way into the store. The trees are in the stored version and
   * may be changed.
   */
  public interface Strategy {
    /** Fills in and checks a new object. */
    default void prepareForCreate(ObjectNode object) {}

    /**
     * Fills in and checks an object that replaces another; status and metadata of the system are
     * settled already.
     */
    default void prepareForUpdate(ObjectNode object, ObjectNode before) {}

    /** Checks an object of which the status is about to be replaced. */
    default void prepareForStatusUpdate(ObjectNode object, ObjectNode before) {}

    /**
     * What is given to new objects beyond the defaults of their kind, such as addresses. Nobody
     * owns these fields unless they were sent.
     */
    default List<JsonPointer> serverAssignedFields() {
      return List.of();
    }

    /** Whether {@code metadata.generation} counts changes of the spec. */
    default boolean tracksGeneration() {
      return false;
    }

    /** Whether an object may be replaced without telling which state of it is replaced. */
    default boolean allowsUnconditionalUpdate() {
      return true;
    }

    /** Whether a name may hold whatever a segment of a path may, as those of roles do. */
    default boolean allowsPathSegmentNames() {
      return false;
    }

    /** No rules. */
    Strategy NONE = new Strategy() {};
  }

  /** The name of its store: {@code apps/deployments}, {@code pods}. */
  public String id() {
    return group.isEmpty() ? plural : group + "/" + plural;
  }

  /** As messages name it: {@code deployments.apps}, {@code pods}. */
  public String qualified() {
    return group.isEmpty() ? plural : plural + "." + group;
  }

  /** The version everything is stored in. */
  public Version storedVersion() {
    return versions.stream().filter(Version::stored).findFirst().orElseThrow();
  }

  /** The version with this group and name, if it is served. */
  public Optional<Version> version(ApiGroupVersion id) {
    return versions.stream().filter(version -> version.id().equals(id)).findFirst();
  }

  /** Whether one of its versions is of this group. */
  public boolean isServedIn(String otherGroup) {
    return versions.stream().anyMatch(version -> version.group().equals(otherGroup));
  }
}
