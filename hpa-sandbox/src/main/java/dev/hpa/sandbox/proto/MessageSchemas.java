package dev.hpa.sandbox.proto;

import com.fasterxml.jackson.databind.node.TextNode;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import dev.hpa.sandbox.schema.Schema;
import dev.hpa.sandbox.schema.Schema.ListSchema;
import dev.hpa.sandbox.schema.Schema.MapSchema;
import dev.hpa.sandbox.schema.Schema.Member;
import dev.hpa.sandbox.schema.Schema.PatchStrategy;
import dev.hpa.sandbox.schema.Schema.Relation;
import dev.hpa.sandbox.schema.Schema.Scalar;
import dev.hpa.sandbox.schema.Schema.Struct;
import dev.hpa.sandbox.schema.TypeMetadata;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The schemas of messages: names and types from the message definitions, the rest from the {@link
 * TypeMetadata} of their packages.
 */
final class MessageSchemas {

  /** The prefix of message names, and of the same types in OpenAPI. */
  private static final String MESSAGES = "k8s.io.";

  private static final String OPEN_API = "io.k8s.";

  private static final Map<Descriptor, Schema> CACHE = new ConcurrentHashMap<>();
  private static final Map<String, TypeMetadata> METADATA = new ConcurrentHashMap<>();

  private static final Member TYPE_MEMBER = member("Which version of the API it is written in.");
  private static final Member KIND_MEMBER = member("Which kind of object it is.");

  private MessageSchemas() {}

  /** The schema of a message's JSON. */
  static Schema of(Descriptor type) {
    Schema known = CACHE.get(type);
    if (known == null) {
      known = built(type);
      CACHE.put(type, known);
    }
    return known;
  }

  private static Schema built(Descriptor type) {
    String description = metadata(type).type(type.getName()).description();
    String name = OPEN_API + type.getFullName().substring(MESSAGES.length());
    return switch (SpecialTypeConverter.of(type)) {
      case QuantityConverter quantity ->
          new Scalar(name, List.of("string", "number"), "", description);
      case IntOrStringConverter number ->
          new Scalar(name, List.of("integer", "string"), "int-or-string", description);
      case TimeConverter time -> new Scalar(name, List.of("string"), "date-time", description);
      case StringListConverter texts -> ListSchema.atomic(Scalar.plain("string", ""));
      case SpecialTypeConverter raw -> new Schema.AnySchema(name, description);
      case null -> struct(type, name, description);
    };
  }

  private static Struct struct(Descriptor type, String name, String description) {
    Map<String, Member> members = new TreeMap<>();
    if (MessageFields.isTypeField(type, "kind")) {
      members.put("apiVersion", TYPE_MEMBER);
      members.put("kind", KIND_MEMBER);
    }
    TypeMetadata metadata = metadata(type);
    MessageFields.all(type)
        .forEach(
            (member, field) ->
                members.put(member, member(field, metadata.member(type.getName(), member))));
    return new Struct(
        name, description, members, metadata.type(type.getName()).is("atomic"), false);
  }

  private static TypeMetadata metadata(Descriptor type) {
    return METADATA.computeIfAbsent(type.getFile().getPackage(), TypeMetadata::of);
  }

  private static Member member(String description) {
    return new Member(
        Scalar.plain("string", ""),
        description,
        false,
        false,
        null,
        List.of(),
        PatchStrategy.REPLACE);
  }

  private static Member member(FieldDescriptor field, TypeMetadata.Note note) {
    String standard = note.value("default");
    String key = note.value("merge");
    return new Member(
        schema(field, note),
        note.description(),
        note.is("required"),
        note.is("always"),
        standard == null ? null : TextNode.valueOf(standard),
        note.values("enum"),
        new PatchStrategy(key != null, key == null ? "" : key, note.is("retainKeys")));
  }

  private static Schema schema(FieldDescriptor field, TypeMetadata.Note note) {
    if (field.isMapField()) {
      FieldDescriptor value = field.getMessageType().findFieldByNumber(2);
      return new MapSchema(value(value), note.is("atomic"));
    }
    if (!field.isRepeated()) {
      return value(field);
    }
    Relation relation =
        note.is("keys") ? Relation.MAP : note.is("set") ? Relation.SET : Relation.ATOMIC;
    return new ListSchema(value(field), relation, note.values("keys"));
  }

  private static Schema value(FieldDescriptor field) {
    return switch (field.getJavaType()) {
      case STRING -> Scalar.plain("string", "");
      case BYTE_STRING -> Scalar.plain("string", "byte");
      case BOOLEAN -> Scalar.plain("boolean", "");
      case INT -> Scalar.plain("integer", "int32");
      case LONG -> Scalar.plain("integer", "int64");
      case MESSAGE -> of(field.getMessageType());
      default -> Scalar.plain("number", "double");
    };
  }
}
