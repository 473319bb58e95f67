package dev.hpa.sandbox.proto;

import com.fasterxml.jackson.databind.node.TextNode;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import dev.hpa.sandbox.schema.Schema;
import dev.hpa.sandbox.schema.Schema.ListSchema;
import dev.hpa.sandbox.schema.Schema.MapSchema;
import dev.hpa.sandbox.schema.Schema.Member;
import dev.hpa.sandbox.schema.Schema.Relation;
import dev.hpa.sandbox.schema.Schema.Scalar;
import dev.hpa.sandbox.schema.Schema.Struct;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The schemas of messages: types from the message definitions, the rest from the {@link
 * TypeMetadata} of their packages.
 */
final class MessageSchemas {

  private static final Map<Descriptor, Schema> CACHE = new ConcurrentHashMap<>();
  private static final Map<String, TypeMetadata> METADATA = new ConcurrentHashMap<>();

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
    return switch (SpecialTypeConverter.of(type)) {
      case QuantityConverter quantity -> Scalar.SPECIAL;
      case IntOrStringConverter number -> Scalar.SPECIAL;
      case TimeConverter time -> Scalar.SPECIAL;
      case StringListConverter texts -> ListSchema.atomic(new Scalar("string"));
      case SpecialTypeConverter raw -> Schema.ANY;
      case null -> struct(type);
    };
  }

  private static Struct struct(Descriptor type) {
    Map<String, Member> members = new TreeMap<>();
    if (MessageFields.isTypeField(type, "kind")) {
      members.put("apiVersion", Member.of(new Scalar("string")));
      members.put("kind", Member.of(new Scalar("string")));
    }
    TypeMetadata metadata = metadata(type);
    MessageFields.all(type)
        .forEach(
            (member, field) ->
                members.put(member, member(field, metadata.member(type.getName(), member))));
    return new Struct(members, metadata.type(type.getName()).is("atomic"));
  }

  private static TypeMetadata metadata(Descriptor type) {
    return METADATA.computeIfAbsent(type.getFile().getPackage(), TypeMetadata::of);
  }

  private static Member member(FieldDescriptor field, TypeMetadata.Note note) {
    String standard = note.value("default");
    return new Member(
        schema(field, note),
        note.is("always"),
        standard == null ? null : TextNode.valueOf(standard),
        note.value("merge"));
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
      case STRING -> new Scalar("string");
      case BYTE_STRING -> new Scalar("string");
      case BOOLEAN -> new Scalar("boolean");
      case INT -> new Scalar("integer");
      case LONG -> new Scalar("integer");
      case MESSAGE -> of(field.getMessageType());
      default -> new Scalar("number");
    };
  }
}
