package dev.hpa.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.extensions.HorizontalPodAutoscalerV1beta1;
import dev.hpa.api.extensions.V1beta1Conversion;
import dev.hpa.api.v1.HorizontalPodAutoscalerV1;
import dev.hpa.api.v1.V1Conversion;
import dev.hpa.api.v2alpha1.HorizontalPodAutoscalerV2alpha1;
import dev.hpa.api.v2alpha1.V2alpha1Conversion;
import dev.hpa.api.v2beta1.HorizontalPodAutoscalerV2beta1;
import dev.hpa.api.v2beta1.V2beta1Conversion;
import dev.hpa.api.v2beta2.HorizontalPodAutoscalerV2beta2;
import dev.hpa.api.v2beta2.V2beta2Conversion;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The versions of the HorizontalPodAutoscaler in order of preference, each with its way to the hub
 * and back. Objects are stored as {@link #V2}; a request in any other version passes through the
 * hub.
 */
public enum HpaVersion {
  /** The shape of the hub. */
  V2(
      HorizontalPodAutoscaler.API_VERSION,
      true,
      new Codec<>(
          HorizontalPodAutoscaler.class,
          HpaDefaults::apply,
          ReservedAnnotations::scrub,
          ReservedAnnotations::scrub)),

  /** CPU utilization in fields, all else in annotations. */
  V1(
      HorizontalPodAutoscalerV1.API_VERSION,
      true,
      new Codec<>(
          HorizontalPodAutoscalerV1.class,
          V1Conversion::withDefaults,
          V1Conversion::toHub,
          V1Conversion::fromHub)),

  /** As v2, without tolerance; Kubernetes 1.12 to 1.25. */
  V2BETA2(
      HorizontalPodAutoscalerV2beta2.API_VERSION,
      false,
      new Codec<>(
          HorizontalPodAutoscalerV2beta2.class,
          V2beta2Conversion::withDefaults,
          V2beta2Conversion::toHub,
          V2beta2Conversion::fromHub)),

  /** Flat metrics in fields; Kubernetes 1.8 to 1.24. */
  V2BETA1(
      HorizontalPodAutoscalerV2beta1.API_VERSION,
      false,
      new Codec<>(
          HorizontalPodAutoscalerV2beta1.class,
          V2beta1Conversion::withDefaults,
          V2beta1Conversion::toHub,
          V2beta1Conversion::fromHub)),

  /** The first version with several metrics; Kubernetes 1.6 and 1.7. */
  V2ALPHA1(
      HorizontalPodAutoscalerV2alpha1.API_VERSION,
      false,
      new Codec<>(
          HorizontalPodAutoscalerV2alpha1.class,
          V2alpha1Conversion::withDefaults,
          V2alpha1Conversion::toHub,
          V2alpha1Conversion::fromHub)),

  /** The first autoscaler; Kubernetes 1.1 to 1.5. */
  EXTENSIONS_V1BETA1(
      HorizontalPodAutoscalerV1beta1.API_VERSION,
      false,
      new Codec<>(
          HorizontalPodAutoscalerV1beta1.class,
          V1beta1Conversion::withDefaults,
          V1beta1Conversion::toHub,
          V1beta1Conversion::fromHub));

  /** The version objects are stored in. */
  public static final HpaVersion STORAGE = V2;

  private final String apiVersion;
  private final boolean served;

  @SuppressWarnings("ImmutableEnumChecker") // its functions are static methods
  private final Codec<?> codec;

  HpaVersion(String apiVersion, boolean served, Codec<?> codec) {
    this.apiVersion = apiVersion;
    this.served = served;
    this.codec = codec;
  }

  private record Codec<T extends Record>(
      Class<T> type,
      UnaryOperator<T> defaults,
      Function<T, HorizontalPodAutoscaler> toHub,
      Function<HorizontalPodAutoscaler, T> fromHub) {

    HorizontalPodAutoscaler decode(String body, boolean defaulted) {
      T object = Json.readBody(body, type);
      try {
        return toHub.apply(defaulted ? defaults.apply(object) : object);
      } catch (QuantityFormatException e) {
        throw new JsonFormatException(String.valueOf(e.getMessage()), e);
      }
    }

    JsonNode withDefaults(String body) {
      return Json.tree(defaults.apply(Json.readBody(body, type)));
    }

    JsonNode reencode(String body) {
      return Json.tree(Json.readBody(body, type));
    }

    JsonNode encode(HorizontalPodAutoscaler hub) {
      return Json.tree(fromHub.apply(hub));
    }
  }

  /** The version of this group and version, if it is one of ours. */
  public static Optional<HpaVersion> of(String apiVersion) {
    for (HpaVersion version : values()) {
      if (version.apiVersion.equals(apiVersion)) {
        return Optional.of(version);
      }
    }
    return Optional.empty();
  }

  /**
   * Whether Kubernetes 1.36 serves this version; the others are kept for stored data and old
   * clients.
   */
  public boolean isServed() {
    return served;
  }

  /** Group and version, such as {@code autoscaling/v2}. */
  public String apiVersion() {
    return apiVersion;
  }

  /**
   * The hub value of a body of this version, after the version's defaults.
   *
   * @throws JsonFormatException if the body is no JSON or does not fit this version
   */
  public HorizontalPodAutoscaler decode(String body) {
    return codec.decode(body, true);
  }

  /**
   * The hub value of a body of this version, after the version's defaults.
   *
   * @throws JsonFormatException if the body does not fit this version
   */
  public HorizontalPodAutoscaler decode(JsonNode body) {
    return decode(Json.text(body));
  }

  /**
   * The hub value of a body as it stands, without defaults.
   *
   * @throws JsonFormatException if the body is no JSON or does not fit this version
   */
  public HorizontalPodAutoscaler decodeWithoutDefaults(String body) {
    return codec.decode(body, false);
  }

  /**
   * The body with this version's defaults, without a way through the hub.
   *
   * @throws JsonFormatException if the body is no JSON or does not fit this version
   */
  public JsonNode withDefaults(String body) {
    return codec.withDefaults(body);
  }

  /**
   * The body as this version understands it: without unknown keys, but otherwise unchanged.
   *
   * @throws JsonFormatException if the body is no JSON or does not fit this version
   */
  public JsonNode reencode(String body) {
    return codec.reencode(body);
  }

  /**
   * What strict field validation refuses and warning field validation warns of: unknown and
   * repeated keys, such as {@code unknown field "spec.x"}, in their order.
   *
   * @throws JsonFormatException if the body is no JSON
   */
  public List<String> strictProblems(String body) {
    return Json.strictProblems(body, codec.type());
  }

  /** The body of a hub value in this version. */
  public JsonNode encode(HorizontalPodAutoscaler hub) {
    return codec.encode(hub);
  }

  /** The body as an element of a list, where kind and apiVersion stand on the list instead. */
  public JsonNode encodeItem(HorizontalPodAutoscaler hub) {
    ObjectNode item = encode(hub).deepCopy();
    item.remove("kind");
    item.remove("apiVersion");
    return item;
  }
}
