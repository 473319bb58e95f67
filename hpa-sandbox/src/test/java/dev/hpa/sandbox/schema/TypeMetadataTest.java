package dev.hpa.sandbox.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.proto.ObjectSchema;
import dev.hpa.sandbox.schema.Schema.ListSchema;
import dev.hpa.sandbox.schema.Schema.MapSchema;
import dev.hpa.sandbox.schema.Schema.Struct;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** All types and fields in the type metadata exist. */
class TypeMetadataTest {

  private final Map<String, Set<String>> types = new HashMap<>();

  @Test
  void metadataMatchesServedKinds() {
    collectServed();
    List<String> unknown = new ArrayList<>();
    for (String messagePackage : packages()) {
      TypeMetadata.of(messagePackage)
          .names()
          .forEach((type, members) -> check(messagePackage, type, members, unknown));
    }
    assertEquals("", String.join("\n", unknown));
  }

  private void check(
      String messagePackage, String type, Set<String> members, List<String> unknown) {
    String name = "io.k8s." + messagePackage.substring("k8s.io.".length()) + "." + type;
    Set<String> known = types.get(name);
    if (known == null) {
      unknown.add(messagePackage + " " + type);
    } else {
      members.stream()
          .filter(member -> !known.contains(member))
          .forEach(member -> unknown.add(messagePackage + " " + type + " " + member));
    }
  }

  private Set<String> packages() {
    Set<String> packages = new TreeSet<>();
    types
        .keySet()
        .forEach(name -> packages.add("k8s.io." + name.substring(7, name.lastIndexOf('.'))));
    assertFalse(packages.isEmpty());
    return packages;
  }

  private void collectServed() {
    for (ResourceType type : ResourceTypes.all()) {
      type.versions().forEach(version -> collect(version.types(type.kind())));
    }
    collect(Objects.requireNonNull(ObjectSchema.of("autoscaling/v1", "Scale")).types());
  }

  private void collect(Schema schema) {
    switch (schema) {
      case Struct struct -> {
        types.put(struct.name(), struct.members().keySet());
        struct.members().values().forEach(member -> collect(member.schema()));
      }
      case ListSchema list -> collect(list.element());
      case MapSchema map -> collect(map.element());
      case Schema.Scalar scalar -> types.put(scalar.name(), Set.of());
      case Schema.AnySchema any -> types.put(any.name(), Set.of());
    }
    types.remove("");
  }
}
