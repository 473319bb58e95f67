package dev.hpa.sandbox.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.LongNode;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which lists of an object a strategic merge patch merges, and by which member their elements are
 * told apart. A list that is not named here is replaced as a whole, an object is always merged.
 * {@code $retainKeys} needs no mark: a patch that wants it says so itself.
 */
public final class MergeKeys {

  private static final MergeKeys NONE = new MergeKeys(Map.of());

  /** A list of plain values, each of which is in it or not. */
  static final MergedList VALUES = new MergedList(null, NONE);

  private static final MergeKeys METADATA = of(list("ownerReferences", "uid"), set("finalizers"));

  private static final MergeKeys CONDITIONS = of(list("conditions", "type"));

  private static final MergeKeys CONTAINER =
      of(
          list("ports", "containerPort"),
          list("env", "name"),
          list("volumeMounts", "mountPath"),
          list("volumeDevices", "devicePath"));

  private static final MergeKeys POD_SPEC =
      of(
          list("volumes", "name"),
          list("initContainers", "name", CONTAINER),
          list("containers", "name", CONTAINER),
          list("ephemeralContainers", "name", CONTAINER),
          list("imagePullSecrets", "name"),
          list("hostAliases", "ip"),
          list("topologySpreadConstraints", "topologyKey"),
          list("schedulingGates", "name"),
          list("resourceClaims", "name"));

  private static final MergeKeys POD_STATUS =
      of(
          list("conditions", "type"),
          list("hostIPs", "ip"),
          list("podIPs", "ip"),
          list("resourceClaimStatuses", "name"));

  private static final MergeKeys POD_TEMPLATE_BEARER =
      of(object("template", of(object("metadata", METADATA), object("spec", POD_SPEC))));

  private static final Map<String, MergeKeys> KINDS =
      Map.ofEntries(
          kind("Pod", POD_SPEC, POD_STATUS),
          kind("Deployment", POD_TEMPLATE_BEARER, CONDITIONS),
          kind("ReplicaSet", POD_TEMPLATE_BEARER, CONDITIONS),
          kind("StatefulSet", POD_TEMPLATE_BEARER, CONDITIONS),
          kind("DaemonSet", POD_TEMPLATE_BEARER, CONDITIONS),
          kind("ReplicationController", POD_TEMPLATE_BEARER, CONDITIONS),
          kind("Service", of(list("ports", "port")), CONDITIONS),
          kind("HorizontalPodAutoscaler", NONE, CONDITIONS),
          kind("Namespace", NONE, CONDITIONS),
          kind(
              "Node",
              of(set("podCIDRs")),
              of(list("conditions", "type"), list("addresses", "type"))),
          Map.entry("ServiceAccount", of(object("metadata", METADATA), list("secrets", "name"))));

  /**
   * The kinds that have no merged list but those of the metadata: ConfigMap, Event, Lease, Scale,
   * and so on.
   */
  private static final MergeKeys PLAIN = of(object("metadata", METADATA));

  private final Map<String, Member> members;

  private MergeKeys(Map<String, Member> members) {
    this.members = members;
  }

  /**
   * The merge keys of a built-in kind, in any version. Of a kind without an entry only the metadata
   * has any.
   */
  public static MergeKeys ofKind(String kind) {
    return KINDS.getOrDefault(kind, PLAIN);
  }

  /** What holds inside the object in this member. */
  MergeKeys below(String name) {
    Member member = members.get(name);
    return member == null || member.list() != null ? NONE : member.inside();
  }

  /** How the list in this member is merged, or null when it is replaced. */
  @Nullable MergedList mergedList(String name) {
    Member member = members.get(name);
    return member == null ? null : member.list();
  }

  private static MergeKeys of(Member... members) {
    return new MergeKeys(
        Arrays.stream(members)
            .collect(Collectors.toUnmodifiableMap(Member::name, Function.identity())));
  }

  private static Map.Entry<String, MergeKeys> kind(String kind, MergeKeys spec, MergeKeys status) {
    return Map.entry(
        kind, of(object("metadata", METADATA), object("spec", spec), object("status", status)));
  }

  private static Member object(String name, MergeKeys inside) {
    return new Member(name, inside, null);
  }

  private static Member list(String name, String key) {
    return list(name, key, NONE);
  }

  private static Member list(String name, String key, MergeKeys element) {
    return new Member(name, NONE, new MergedList(key, element));
  }

  private static Member set(String name) {
    return new Member(name, NONE, VALUES);
  }

  private record Member(String name, MergeKeys inside, @Nullable MergedList list) {}

  /**
   * A list that is merged.
   *
   * @param key the member that tells elements apart; null for plain values
   * @param element what holds inside the elements
   */
  record MergedList(@Nullable String key, MergeKeys element) {

    boolean ofObjects() {
      return key != null;
    }

    /** What an element is known by. */
    JsonNode identity(JsonNode element) {
      JsonNode identity = key == null ? element : element.path(key);
      if (identity.isContainerNode() || identity.isMissingNode()) {
        throw PatchException.refused(
            key == null
                ? "lists of lists or objects cannot be merged as plain values: " + element
                : "map: " + element + " does not contain declared merge key: " + key);
      }
      return identity.isIntegralNumber() ? LongNode.valueOf(identity.longValue()) : identity;
    }
  }
}
