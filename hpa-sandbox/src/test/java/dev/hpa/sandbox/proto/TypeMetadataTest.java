package dev.hpa.sandbox.proto;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ResourceTypes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** All types and fields in the type metadata exist. */
class TypeMetadataTest {

  /** The fields of all types, by package and name. */
  private final Map<String, Map<String, Set<String>>> types = new HashMap<>();

  @Test
  void metadataMatchesServedKinds() {
    for (ResourceType type : ResourceTypes.all()) {
      type.versions()
          .forEach(version -> collect(KindMessages.message(version.apiVersion(), type.kind())));
    }
    collect(KindMessages.message("autoscaling/v1", "Scale"));
    assertFalse(types.isEmpty());
    List<String> unknown = new ArrayList<>();
    types.forEach(
        (home, known) ->
            TypeMetadata.of(home)
                .names()
                .forEach(
                    (type, members) ->
                        members.stream()
                            .filter(each -> !known.getOrDefault(type, Set.of()).contains(each))
                            .forEach(each -> unknown.add(home + " " + type + " " + each))));
    assertEquals(List.of(), unknown);
  }

  private void collect(@Nullable Descriptor type) {
    if (type == null) {
      return;
    }
    Map<String, Set<String>> known =
        types.computeIfAbsent(type.getFile().getPackage(), any -> new HashMap<>());
    if (known.put(type.getName(), MessageFields.all(type).keySet()) == null) {
      MessageFields.all(type).values().stream()
          .filter(field -> field.getJavaType() == FieldDescriptor.JavaType.MESSAGE)
          .forEach(field -> collect(field.getMessageType()));
    }
  }
}
