package dev.hpa.sandbox.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.sandbox.proto.ObjectSchema;
import dev.hpa.sandbox.schema.Schema;
import dev.hpa.sandbox.schema.Schema.ListSchema;
import dev.hpa.sandbox.schema.Schema.MapSchema;
import dev.hpa.sandbox.schema.Schema.Member;
import dev.hpa.sandbox.schema.Schema.Relation;
import dev.hpa.sandbox.schema.Schema.Scalar;
import dev.hpa.sandbox.schema.Schema.Struct;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Converts the {@code openAPIV3Schema} of a CustomResourceDefinition to a {@link Schema}. */
final class StructuralTypes {

  private static final String EXTENSION = "x-kubernetes-";

  private StructuralTypes() {}

  /** The schema of a whole object, which always has a kind and metadata. */
  static Schema ofObject(JsonNode openApi) {
    Map<String, Member> members = members(openApi);
    addCommon(members);
    return new Struct(members, false);
  }

  private static void addCommon(Map<String, Member> members) {
    Struct any = (Struct) ObjectSchema.partial().types();
    any.members().forEach(members::put);
  }

  private static Schema of(JsonNode openApi) {
    if (openApi.path(EXTENSION + "int-or-string").asBoolean()) {
      return Scalar.SPECIAL;
    }
    return switch (openApi.path("type").asText("")) {
      case "object" -> object(openApi);
      case "array" -> list(openApi);
      case "" -> Schema.ANY;
      default -> new Scalar(openApi.path("type").asText());
    };
  }

  private static Schema object(JsonNode openApi) {
    boolean atomic = openApi.path(EXTENSION + "map-type").asText("").equals("atomic");
    if (openApi.path("additionalProperties").isObject()) {
      return new MapSchema(of(openApi.path("additionalProperties")), atomic);
    }
    Map<String, Member> members = members(openApi);
    if (openApi.path(EXTENSION + "embedded-resource").asBoolean()) {
      addCommon(members);
    }
    return new Struct(members, atomic);
  }

  private static Map<String, Member> members(JsonNode openApi) {
    Map<String, Member> members = new TreeMap<>();
    for (Map.Entry<String, JsonNode> each : openApi.path("properties").properties()) {
      JsonNode standard = each.getValue().get("default");
      members.put(each.getKey(), new Member(of(each.getValue()), false, standard, null));
    }
    return members;
  }

  private static Schema list(JsonNode openApi) {
    Relation relation =
        switch (openApi.path(EXTENSION + "list-type").asText("")) {
          case "map" -> Relation.MAP;
          case "set" -> Relation.SET;
          default -> Relation.ATOMIC;
        };
    return new ListSchema(
        of(openApi.path("items")), relation, strings(openApi.path(EXTENSION + "list-map-keys")));
  }

  private static List<String> strings(JsonNode list) {
    List<String> strings = new ArrayList<>();
    list.forEach(each -> strings.add(each.asText()));
    return List.copyOf(strings);
  }
}
