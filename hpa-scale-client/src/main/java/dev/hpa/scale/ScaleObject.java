package dev.hpa.scale;

import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.ApiGroupVersion;
import dev.hpa.api.GoQuote;
import dev.hpa.api.Json;
import dev.hpa.api.JsonFormatException;
import dev.hpa.api.KindRegistry;
import dev.hpa.api.LabelSelector;
import dev.hpa.api.ObjectMeta;
import dev.hpa.api.Scale;
import dev.hpa.api.Selector;
import dev.hpa.kube.content.TypeMetaReader;
import dev.hpa.kube.content.TypedObject;
import dev.hpa.kube.http.MisdirectedResponseException;
import dev.hpa.kube.memory.Limit;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A Scale in its serialized form.
 *
 * <p>In autoscaling/v1 the status has the selector as a string. Older versions have a map of
 * labels, which can express only equality, and the selector as a string, which takes precedence.
 * Selector strings are converted to a LabelSelector and back, as client-go does: the conversion
 * rejects inequalities and normalizes the string.
 */
record ScaleObject(ObjectMeta metadata, Scale scale) {

  private static final String V1 = "autoscaling/v1";

  /**
   * The internal version of Go programs. It is not part of the API, but is written to a server that
   * advertises it.
   */
  private static final String INTERNAL = "autoscaling/__internal";

  private static final Set<String> OLDER =
      Set.of("extensions/v1beta1", "apps/v1beta1", "apps/v1beta2");

  static final String NOT_CONVERTIBLE =
      "received an object from a /scale endpoint which was not convertible to autoscaling Scale: ";

  private record Wire(
      @Nullable ObjectMeta metadata, @Nullable Spec spec, @Nullable JsonNode status) {}

  private record Spec(int replicas) {}

  private record Status(int replicas, @Nullable String selector) {}

  private record OlderStatus(
      int replicas, @Nullable Map<String, String> selector, @Nullable String targetSelector) {}

  /**
   * Reads the scale of an object.
   *
   * @throws MisdirectedResponseException if it is the scale of another object
   */
  static ScaleObject read(InputStream body, String namespace, String name) throws IOException {
    ScaleObject read = read(body);
    MisdirectedResponseException.check("namespace", namespace, read.metadata.namespaceOrEmpty());
    MisdirectedResponseException.check("name", name, read.metadata.nameOrEmpty());
    return read;
  }

  static ScaleObject read(InputStream body) throws IOException {
    byte[] bytes = body.readNBytes(Limit.SMALL_RESPONSE_BYTES.asInt() + 1);
    if (bytes.length > Limit.SMALL_RESPONSE_BYTES.asInt()) {
      throw new IOException("the scale is larger than " + Limit.SMALL_RESPONSE_BYTES.text());
    }
    ScaleObject read = read(TypedObject.read(new ByteArrayInputStream(bytes)));
    return bytes.length <= Limit.LONG_TEXT_CHARS.asInt() ? read : read.bounded();
  }

  private static ScaleObject read(TypedObject object) throws IOException {
    TypeMetaReader typeMeta = object.typeMeta();
    ApiGroupVersion version = typeMeta.groupVersion();
    ScaleKinds.require(typeMeta, version);
    try {
      return version.version().equals(KindRegistry.INTERNAL)
          ? readInternal(Json.read(object, JsonNode.class))
          : read(Json.read(object, Wire.class), OLDER.contains(version.toString()));
    } catch (JsonFormatException failure) {
      throw new IOException(reason(failure), failure);
    }
  }

  /** Fields have their Go names, and the metadata fields are inlined. */
  private static ScaleObject readInternal(JsonNode body) throws IOException {
    JsonNode selector = body.path("Status").path("Selector");
    return of(
        Json.read(body, ObjectMeta.class),
        body.path("Spec").path("Replicas").asInt(),
        body.path("Status").path("Replicas").asInt(),
        selector.isObject() ? text(Json.read(selector, LabelSelector.class)) : "");
  }

  private static String reason(JsonFormatException failure) {
    boolean isTime =
        failure.getCause() instanceof JsonMappingException mapping
            && mapping.getCause() instanceof IllegalArgumentException;
    return (isTime ? "parsing time: " : "json: ") + failure.getMessage();
  }

  private static ScaleObject read(Wire wire, boolean isOlder) throws IOException {
    JsonNode status =
        wire.status() == null || wire.status().isNull()
            ? JsonNodeFactory.instance.objectNode()
            : wire.status();
    ObjectMeta metadata = Objects.requireNonNullElse(wire.metadata(), ObjectMeta.EMPTY);
    int replicas = wire.spec() == null ? 0 : wire.spec().replicas();
    if (isOlder) {
      OlderStatus older = Json.read(status, OlderStatus.class);
      return of(metadata, replicas, older.replicas(), selector(older));
    }
    Status current = Json.read(status, Status.class);
    return of(metadata, replicas, current.replicas(), canonical(orEmpty(current.selector())));
  }

  private static ScaleObject of(
      ObjectMeta metadata, int specReplicas, int statusReplicas, String selector) {
    return new ScaleObject(
        metadata,
        new Scale(
            metadata.namespaceOrEmpty(),
            metadata.nameOrEmpty(),
            metadata.uid(),
            orEmpty(metadata.resourceVersion()),
            specReplicas,
            statusReplicas,
            selector));
  }

  /** With what a server needs to write it only, because many syncs may keep it while they wait. */
  private ScaleObject bounded() throws IOException {
    if (isShort(metadata)) {
      return this;
    }
    ObjectMeta identifying = identifying(metadata);
    if (!isShort(identifying)) {
      throw new IOException(
          "the names of the scale have more than " + Limit.LONG_TEXT_CHARS.asInt() + " characters");
    }
    return new ScaleObject(identifying, scale);
  }

  private static boolean isShort(ObjectMeta metadata) {
    return Json.text(metadata).length() <= Limit.LONG_TEXT_CHARS.asInt();
  }

  private static ObjectMeta identifying(ObjectMeta metadata) {
    return new ObjectMeta(
        metadata.name(),
        null,
        metadata.namespace(),
        null,
        metadata.uid(),
        metadata.resourceVersion(),
        null,
        metadata.creationTimestamp(),
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  private static String selector(OlderStatus status) throws IOException {
    if (!orEmpty(status.targetSelector()).isEmpty()) {
      return canonical(orEmpty(status.targetSelector()));
    }
    return text(new LabelSelector(status.selector(), null));
  }

  private static String text(LabelSelector selector) throws IOException {
    try {
      return selector.toSelector().toString();
    } catch (IllegalArgumentException failure) {
      throw new IOException(
          NOT_CONVERTIBLE + "invalid label selector: " + failure.getMessage(), failure);
    }
  }

  private static String canonical(String selector) throws IOException {
    try {
      return canonical(parse(selector));
    } catch (IllegalArgumentException failure) {
      throw new IOException(
          NOT_CONVERTIBLE + "failed to parse target selector: " + failure.getMessage(), failure);
    }
  }

  private static Selector parse(String selector) {
    try {
      return Selector.parse(selector);
    } catch (IllegalArgumentException failure) {
      throw new IllegalArgumentException(
          "couldn't parse the selector string "
              + GoQuote.quote(selector)
              + ": "
              + failure.getMessage(),
          failure);
    }
  }

  /** A LabelSelector keeps only the last of several equality requirements on a key. */
  private static String canonical(Selector selector) {
    Map<String, String> equal = new TreeMap<>();
    List<Part> parts = new ArrayList<>();
    for (Selector.Requirement each : selector.requirements()) {
      switch (each.operator()) {
        case EQUALS, DOUBLE_EQUALS -> equal.put(each.key(), each.values().getFirst());
        case NOT_EQUALS ->
            throw new IllegalArgumentException("\"!=\" is not a valid label selector operator");
        case GREATER_THAN ->
            throw new IllegalArgumentException("\"gt\" isn't supported in label selectors");
        case LESS_THAN ->
            throw new IllegalArgumentException("\"lt\" isn't supported in label selectors");
        default -> parts.add(new Part(each.key(), each.toString()));
      }
    }
    return Stream.concat(
            equal.entrySet().stream()
                .map(each -> new Part(each.getKey(), each.getKey() + "=" + each.getValue())),
            parts.stream())
        .sorted(Comparator.comparing(Part::key))
        .map(Part::text)
        .collect(Collectors.joining(","));
  }

  private record Part(String key, String text) {}

  /**
   * Returns the body of a write, with a trailing line feed.
   *
   * @throws IllegalArgumentException with client-go's message if the version has no Scale
   */
  byte[] write(ApiGroupVersion version) {
    String apiVersion = version.toString();
    boolean isOlder = OLDER.contains(apiVersion);
    if (apiVersion.equals(INTERNAL)) {
      return line(internal());
    }
    if (!isOlder && !apiVersion.equals(V1)) {
      throw new IllegalArgumentException(KindRegistry.unknown("Scale", version));
    }
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("kind", "Scale").put("apiVersion", apiVersion);
    body.set("metadata", Json.tree(metadata));
    ObjectNode spec = body.putObject("spec");
    if (scale.specReplicas() != 0) {
      spec.put("replicas", scale.specReplicas());
    }
    ObjectNode status = body.putObject("status").put("replicas", scale.statusReplicas());
    if (!scale.selector().isEmpty()) {
      writeSelector(status, isOlder);
    }
    return line(body);
  }

  private static byte[] line(ObjectNode body) {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    line.writeBytes(Json.write(body));
    line.write('\n');
    return line.toByteArray();
  }

  /**
   * Returns the Go representation: without kind and apiVersion, and with inlined metadata fields.
   */
  private ObjectNode internal() {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.setAll((ObjectNode) Json.tree(metadata));
    body.putObject("Spec").put("Replicas", scale.specReplicas());
    ObjectNode status = body.putObject("Status").put("Replicas", scale.statusReplicas());
    if (scale.selector().isEmpty()) {
      status.putNull("Selector");
    } else {
      status.set("Selector", Json.tree(structured(Selector.parse(scale.selector()))));
    }
    return body;
  }

  private static LabelSelector structured(Selector selector) {
    Map<String, String> labels = new TreeMap<>();
    List<LabelSelector.Requirement> expressions = new ArrayList<>();
    for (Selector.Requirement each : selector.requirements()) {
      switch (each.operator()) {
        case EQUALS -> labels.put(each.key(), each.values().getFirst());
        case IN -> expressions.add(expression(each, "In"));
        case NOT_IN -> expressions.add(expression(each, "NotIn"));
        case EXISTS -> expressions.add(expression(each, "Exists"));
        case DOES_NOT_EXIST -> expressions.add(expression(each, "DoesNotExist"));
        default -> throw new IllegalStateException(selector + " is not canonical");
      }
    }
    return new LabelSelector(labels, expressions);
  }

  private static LabelSelector.Requirement expression(Selector.Requirement part, String operator) {
    return new LabelSelector.Requirement(part.key(), operator, part.values());
  }

  private void writeSelector(ObjectNode status, boolean isOlder) {
    if (!isOlder) {
      status.put("selector", scale.selector());
      return;
    }
    List<Selector.Requirement> requirements = Selector.parse(scale.selector()).requirements();
    if (requirements.stream().allMatch(each -> each.operator() == Selector.Operator.EQUALS)) {
      ObjectNode labels = status.putObject("selector");
      requirements.forEach(each -> labels.put(each.key(), each.values().getFirst()));
    }
    status.put("targetSelector", scale.selector());
  }
}
