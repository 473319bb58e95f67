package dev.hpa.sandbox.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.patch.MergeKeys.MergedList;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** Merges one object of a strategic merge patch into an object. Not reusable. */
final class ObjectMerge {

  private final ObjectNode original;
  private final ObjectNode patch;
  private final MergeKeys keys;
  private final ObjectNode result;

  ObjectMerge(ObjectNode original, ObjectNode patch, MergeKeys keys) {
    this.original = original;
    this.patch = patch;
    this.keys = keys;
    this.result = JsonNodeFactory.instance.objectNode().setAll(original);
  }

  /**
   * Lists are sorted after all merges, and values are deleted after sorting, so that every list is
   * complete when it is sorted.
   */
  ObjectNode merged() {
    retainKeys();
    patch.properties().forEach(member -> mergeMember(member.getKey(), member.getValue()));
    forEachDirective(StrategicMergePatch.ELEMENT_ORDER, this::arrange);
    forEachDirective(StrategicMergePatch.DELETE_VALUES, this::deleteValues);
    return result;
  }

  private void retainKeys() {
    JsonNode retained = patch.path(StrategicMergePatch.RETAIN_KEYS);
    if (retained.isMissingNode()) {
      return;
    }
    Set<String> names = names(retained);
    if (!names.containsAll(changedMembers())) {
      throw invalidRetainKeys();
    }
    result.retain(names);
  }

  private Set<String> changedMembers() {
    return patch.properties().stream()
        .filter(member -> !StrategicMergePatch.isDirective(member.getKey()))
        .filter(member -> !member.getValue().isNull())
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  private static Set<String> names(JsonNode retained) {
    if (!retained.isArray()) {
      throw invalidRetainKeys();
    }
    return StreamSupport.stream(retained.spliterator(), false)
        .map(JsonNode::asText)
        .collect(Collectors.toSet());
  }

  private static PatchException invalidRetainKeys() {
    return PatchException.malformed("invalid patch format of retainKeys");
  }

  private void mergeMember(String name, JsonNode value) {
    if (StrategicMergePatch.isDirective(name)) {
      return;
    }
    JsonNode merged = value.isNull() ? null : merged(name, value);
    if (merged == null) {
      result.remove(name);
    } else {
      result.set(name, merged);
    }
  }

  private @Nullable JsonNode merged(String name, JsonNode value) {
    JsonNode old = result.path(name);
    if (old instanceof ObjectNode object && value instanceof ObjectNode changes) {
      return StrategicMergePatch.merge(object, changes, keys.below(name));
    }
    if (old instanceof ArrayNode list && value instanceof ArrayNode changes) {
      MergedList rule = keys.mergedList(name);
      return rule == null ? changes : ListMerge.merge(list, changes, rule);
    }
    return PatchValue.addedUnlessDirective(value);
  }

  private void arrange(String name, ArrayNode order) {
    MergedList rule = keys.mergedList(name);
    if (rule != null && result.path(name) instanceof ArrayNode list) {
      ElementOrder wanted = ElementOrder.of(order, rule);
      wanted.requireSequence(ListMerge.lasting(patch.path(name)));
      result.set(name, wanted.arrange(list, ElementOrder.of(original.path(name), rule)));
    }
  }

  private void deleteValues(String name, ArrayNode values) {
    if (result.path(name) instanceof ArrayNode list) {
      result.set(name, ListMerge.without(list, ElementOrder.of(values, MergeKeys.VALUES)));
    }
  }

  private void forEachDirective(String prefix, BiConsumer<String, ArrayNode> action) {
    for (Map.Entry<String, JsonNode> member : patch.properties()) {
      if (member.getKey().startsWith(prefix)) {
        action.accept(member.getKey().substring(prefix.length()), list(member));
      }
    }
  }

  private static ArrayNode list(Map.Entry<String, JsonNode> directive) {
    if (directive.getValue() instanceof ArrayNode list) {
      return list;
    }
    throw PatchException.malformed("invalid patch format of " + directive.getKey() + " list");
  }
}
