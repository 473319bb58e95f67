package dev.hpa.sandbox.proto;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;

/** The names servers give to the types of members in their messages. */
final class GoTypes {

  private GoTypes() {}

  static String ofMember(FieldDescriptor field) {
    if (field.isMapField()) {
      return "map[string]" + ofValue(field.getMessageType().findFieldByNumber(2));
    }
    return field.isRepeated() ? "[]" + ofValue(field) : ofValue(field);
  }

  /** The type of the elements where the member is a list. */
  static String ofValue(FieldDescriptor field) {
    return switch (field.getJavaType()) {
      case STRING -> "string";
      case BOOLEAN -> "bool";
      case INT -> "int32";
      case LONG -> "int64";
      case BYTE_STRING -> "[]uint8";
      case MESSAGE -> message(field.getMessageType());
      default -> "float64";
    };
  }

  private static String message(Descriptor type) {
    String home = type.getFile().getPackage();
    return home.substring(home.lastIndexOf('.') + 1) + "." + type.getName();
  }
}
