package dev.hpa.sandbox.proto;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;

/** The Go type names of fields in the messages of kube-apiserver. */
final class GoTypeNames {

  private GoTypeNames() {}

  static String ofMember(FieldDescriptor field) {
    if (field.isMapField()) {
      return "map[string]" + ofValue(field.getMessageType().findFieldByNumber(2));
    }
    return field.isRepeated() ? "[]" + ofValue(field) : ofValue(field);
  }

  /** The element type if the field is a list. */
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
