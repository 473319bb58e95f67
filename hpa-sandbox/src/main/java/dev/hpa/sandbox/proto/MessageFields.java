package dev.hpa.sandbox.proto;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The members the JSON form of a message may have, by name. */
final class MessageFields {

  private static final Set<String> TYPE_MEMBERS = Set.of("kind", "apiVersion");
  private static final String METADATA = "k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta";

  private static final Map<Descriptor, Map<String, FieldDescriptor>> KNOWN =
      new ConcurrentHashMap<>();

  private MessageFields() {}

  /** The field behind a member, or null if there is none. */
  static @Nullable FieldDescriptor find(Descriptor type, String name) {
    return all(type).get(name);
  }

  /** The fields behind all members. */
  static Map<String, FieldDescriptor> all(Descriptor type) {
    return KNOWN.computeIfAbsent(type, MessageFields::collect);
  }

  /**
   * Whether this member is the kind or version of an object, which messages do not hold. Templates
   * have metadata too, but are no objects.
   */
  static boolean tellsType(Descriptor type, String name) {
    FieldDescriptor metadata = find(type, "metadata");
    boolean isObject =
        metadata != null
            && metadata.getJavaType() == FieldDescriptor.JavaType.MESSAGE
            && metadata.getMessageType().getFullName().equals(METADATA);
    boolean isTemplate =
        type.getName().endsWith("TemplateSpec") || type.getName().endsWith("ClaimTemplate");
    return isObject && !isTemplate && TYPE_MEMBERS.contains(name);
  }

  private static Map<String, FieldDescriptor> collect(Descriptor type) {
    Map<String, FieldDescriptor> members = new HashMap<>();
    for (FieldDescriptor field : type.getFields()) {
      if (FieldRules.isInline(field)) {
        members.putAll(collect(field.getMessageType()));
      } else {
        members.put(FieldRules.jsonName(field), field);
      }
    }
    return members;
  }
}
