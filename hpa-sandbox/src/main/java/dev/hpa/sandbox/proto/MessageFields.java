package dev.hpa.sandbox.proto;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The fields of a message by their JSON name. */
final class MessageFields {

  private static final Set<String> TYPE_MEMBERS = Set.of("kind", "apiVersion");
  private static final String METADATA = "k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta";

  private static final Map<Descriptor, Map<String, FieldDescriptor>> CACHE =
      new ConcurrentHashMap<>();

  private MessageFields() {}

  /** The field with a JSON name, or null if there is none. */
  static @Nullable FieldDescriptor find(Descriptor type, String name) {
    return all(type).get(name);
  }

  /** All fields by JSON name. */
  static Map<String, FieldDescriptor> all(Descriptor type) {
    return CACHE.computeIfAbsent(type, MessageFields::collect);
  }

  /**
   * Whether a name is the kind or apiVersion of an object, which messages do not contain. Templates
   * have metadata too, but are not objects.
   */
  static boolean isTypeField(Descriptor type, String name) {
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
      if (FieldMappings.isInline(field)) {
        members.putAll(collect(field.getMessageType()));
      } else {
        members.put(FieldMappings.jsonName(field), field);
      }
    }
    return members;
  }
}
