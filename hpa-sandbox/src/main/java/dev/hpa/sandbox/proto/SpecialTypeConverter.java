package dev.hpa.sandbox.proto;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Message;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Converts messages whose JSON is not an object of their fields. */
interface SpecialTypeConverter {

  /** The JSON, or null if the message means no value. */
  @Nullable JsonNode toJson(Message message);

  Message toMessage(JsonNode json, Descriptor type);

  /** The special conversion of a type, or null if it has none. */
  static @Nullable SpecialTypeConverter of(Descriptor type) {
    return Forms.BY_TYPE.get(type.getFullName());
  }

  /** All special conversions by type. */
  final class Forms {

    private static final String META = "k8s.io.apimachinery.pkg.apis.meta.v1.";

    private static final Map<String, SpecialTypeConverter> BY_TYPE =
        Map.of(
            "k8s.io.apimachinery.pkg.api.resource.Quantity",
            new QuantityConverter(),
            "k8s.io.apimachinery.pkg.util.intstr.IntOrString",
            new IntOrStringConverter(),
            "k8s.io.apimachinery.pkg.runtime.RawExtension",
            new RawJsonConverter(),
            META + "FieldsV1",
            new RawJsonConverter(),
            META + "Time",
            new TimeConverter(TimeConverter.SECONDS),
            META + "MicroTime",
            new TimeConverter(TimeConverter.MICROSECONDS),
            META + "Verbs",
            new StringListConverter(),
            "k8s.io.api.authentication.v1.ExtraValue",
            new StringListConverter(),
            "k8s.io.api.authorization.v1.ExtraValue",
            new StringListConverter());

    private Forms() {}
  }
}
