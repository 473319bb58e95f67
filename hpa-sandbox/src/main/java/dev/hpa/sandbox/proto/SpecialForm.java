package dev.hpa.sandbox.proto;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Message;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Converts messages whose JSON is not an object of their fields. */
interface SpecialForm {

  /** The JSON, or null if the message means no value. */
  @Nullable JsonNode toJson(Message message);

  Message toMessage(JsonNode json, Descriptor type);

  /** The special conversion of a type, or null if it has none. */
  static @Nullable SpecialForm of(Descriptor type) {
    return Forms.BY_TYPE.get(type.getFullName());
  }

  /** All special conversions by type. */
  final class Forms {

    private static final String META = "k8s.io.apimachinery.pkg.apis.meta.v1.";

    private static final Map<String, SpecialForm> BY_TYPE =
        Map.of(
            "k8s.io.apimachinery.pkg.api.resource.Quantity",
            new QuantityForm(),
            "k8s.io.apimachinery.pkg.util.intstr.IntOrString",
            new IntOrStringForm(),
            "k8s.io.apimachinery.pkg.runtime.RawExtension",
            new RawJsonForm(),
            META + "FieldsV1",
            new RawJsonForm(),
            META + "Time",
            new TimeForm(TimeForm.SECONDS),
            META + "MicroTime",
            new TimeForm(TimeForm.MICROSECONDS),
            META + "Verbs",
            new StringListForm(),
            "k8s.io.api.authentication.v1.ExtraValue",
            new StringListForm(),
            "k8s.io.api.authorization.v1.ExtraValue",
            new StringListForm());

    private Forms() {}
  }
}
