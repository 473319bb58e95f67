package dev.hpa.api.versions;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.ApiGroupVersion;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HorizontalPodAutoscalerList;
import dev.hpa.api.HpaDefaults;
import dev.hpa.api.Json;
import dev.hpa.api.JsonFormatException;
import dev.hpa.api.JsonValue;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.api.ReservedAnnotations;
import dev.hpa.api.extensions.HorizontalPodAutoscalerV1beta1;
import dev.hpa.api.extensions.V1beta1Conversion;
import dev.hpa.api.flat.FlatConversionOptions;
import dev.hpa.api.v1.HorizontalPodAutoscalerV1;
import dev.hpa.api.v1.V1Conversion;
import dev.hpa.api.v2alpha1.HorizontalPodAutoscalerV2alpha1;
import dev.hpa.api.v2alpha1.V2alpha1Conversion;
import dev.hpa.api.v2beta1.HorizontalPodAutoscalerV2beta1;
import dev.hpa.api.v2beta1.V2beta1Conversion;
import dev.hpa.api.v2beta2.HorizontalPodAutoscalerV2beta2;
import dev.hpa.api.v2beta2.V2beta2Conversion;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The versions of HorizontalPodAutoscaler and their conversion to and from the hub version. Served
 * versions come first, starting with the preferred one; removed versions follow from newest to
 * oldest. Objects are stored as {@link #V2}; all other versions are converted through the hub.
 */
public enum HpaVersion {
  /** autoscaling/v2, the hub version. */
  V2(
      HorizontalPodAutoscaler.API_VERSION,
      null,
      new HpaCodec<>(
          HorizontalPodAutoscaler.class,
          HpaDefaults::apply,
          ReservedAnnotations::scrub,
          ReservedAnnotations::scrub)),

  /** autoscaling/v1: CPU utilization in fields, everything else in annotations. */
  V1(
      HorizontalPodAutoscalerV1.API_VERSION,
      null,
      v1(FlatConversionOptions.V1),
      v1(FlatConversionOptions.V1_OF_1_28)),

  /** autoscaling/v2beta2: v2 without tolerance; Kubernetes 1.12 to 1.25. */
  V2BETA2(
      HorizontalPodAutoscalerV2beta2.API_VERSION,
      new Deprecation(23, 26),
      new HpaCodec<>(
          HorizontalPodAutoscalerV2beta2.class,
          V2beta2Conversion::withDefaults,
          V2beta2Conversion::toHub,
          V2beta2Conversion::fromHub)),

  /** autoscaling/v2beta1: flat metrics in fields; Kubernetes 1.8 to 1.24. */
  V2BETA1(
      HorizontalPodAutoscalerV2beta1.API_VERSION,
      new Deprecation(22, 25),
      new HpaCodec<>(
          HorizontalPodAutoscalerV2beta1.class,
          V2beta1Conversion::withDefaults,
          V2beta1Conversion::toHub,
          V2beta1Conversion::fromHub)),

  /** autoscaling/v2alpha1: the first version with several metrics; Kubernetes 1.6 and 1.7. */
  V2ALPHA1(
      HorizontalPodAutoscalerV2alpha1.API_VERSION,
      new Deprecation(8, 8),
      new HpaCodec<>(
          HorizontalPodAutoscalerV2alpha1.class,
          V2alpha1Conversion::withDefaults,
          V2alpha1Conversion::toHub,
          V2alpha1Conversion::fromHub)),

  /** extensions/v1beta1: the first version; Kubernetes 1.1 to 1.5. */
  EXTENSIONS_V1BETA1(
      HorizontalPodAutoscalerV1beta1.API_VERSION,
      new Deprecation(3, 6),
      new HpaCodec<>(
          HorizontalPodAutoscalerV1beta1.class,
          V1beta1Conversion::withDefaults,
          V1beta1Conversion::toHub,
          V1beta1Conversion::fromHub));

  /** The storage version. */
  public static final HpaVersion STORAGE = V2;

  private final String apiVersion;

  @SuppressWarnings("ImmutableEnumChecker") // a record of numbers
  private final @Nullable Deprecation deprecation;

  @SuppressWarnings("ImmutableEnumChecker") // its functions are static methods
  private final HpaCodec<?> codec;

  @SuppressWarnings("ImmutableEnumChecker") // like codec
  private final HpaCodec<?> codecForRemoved;

  HpaVersion(String apiVersion, @Nullable Deprecation deprecation, HpaCodec<?> codec) {
    this(apiVersion, deprecation, codec, codec);
  }

  /**
   * Creates a version.
   *
   * @param codecForRemoved conversion to and from removed versions, with the behavior of the last
   *     release that had both
   */
  HpaVersion(
      String apiVersion,
      @Nullable Deprecation deprecation,
      HpaCodec<?> codec,
      HpaCodec<?> codecForRemoved) {
    this.apiVersion = apiVersion;
    this.deprecation = deprecation;
    this.codec = codec;
    this.codecForRemoved = codecForRemoved;
  }

  private static HpaCodec<HorizontalPodAutoscalerV1> v1(FlatConversionOptions options) {
    return new HpaCodec<>(
        HorizontalPodAutoscalerV1.class,
        V1Conversion::withDefaults,
        object -> V1Conversion.toHub(object, options),
        hub -> V1Conversion.fromHub(hub, options));
  }

  /** The minor releases of Kubernetes 1 that deprecate and that remove a version. */
  private record Deprecation(int deprecated, int removed) {}

  /** Returns the version with the apiVersion; empty if unknown. */
  public static Optional<HpaVersion> of(String apiVersion) {
    for (HpaVersion version : values()) {
      if (version.apiVersion.equals(apiVersion)) {
        return Optional.of(version);
      }
    }
    return Optional.empty();
  }

  /**
   * Whether Kubernetes 1.36 serves this version. Removed versions remain available for stored data
   * and old clients.
   */
  public boolean isServed() {
    return deprecation == null;
  }

  /**
   * Returns the deprecation warning of the API server: {@code autoscaling/v2beta2
   * HorizontalPodAutoscaler is deprecated in v1.23+, unavailable in v1.26+; use autoscaling/v2
   * HorizontalPodAutoscaler}. v2alpha1 was removed without a deprecation; its warning has the
   * release of the removal in both places. Empty for served versions.
   */
  public Optional<String> deprecation() {
    return Optional.ofNullable(deprecation)
        .map(
            dates ->
                "%s %s is deprecated in v1.%d+, unavailable in v1.%d+; use %s %s"
                    .formatted(
                        apiVersion,
                        HorizontalPodAutoscaler.KIND,
                        dates.deprecated(),
                        dates.removed(),
                        HorizontalPodAutoscaler.API_VERSION,
                        HorizontalPodAutoscaler.KIND));
  }

  /** The apiVersion, for example {@code autoscaling/v2}. */
  public String apiVersion() {
    return apiVersion;
  }

  /** The parsed apiVersion. */
  public ApiGroupVersion groupVersion() {
    return ApiGroupVersion.parse(apiVersion);
  }

  /** The record that objects of this version are decoded as. */
  public Class<? extends Record> type() {
    return codec.type();
  }

  /**
   * Decodes a body, applies the defaults of this version and converts to the hub version.
   *
   * @throws JsonFormatException if the body is not JSON or does not match this version
   */
  public HorizontalPodAutoscaler decode(String body) {
    return codec.decode(body, true);
  }

  /**
   * Decodes a body, applies the defaults of this version and converts to the hub version.
   *
   * @throws JsonFormatException if the body does not match this version
   */
  public HorizontalPodAutoscaler decode(JsonNode body) {
    return decode(Json.text(body));
  }

  /**
   * Decodes the object at which a parser is positioned, to its end, applies the defaults of this
   * version and converts to the hub version. For responses of API servers: {@code managedFields} is
   * omitted, and escapes inside quantities are accepted.
   *
   * @throws JsonFormatException if the object does not match this version
   * @throws IOException if the object cannot be read or is not JSON
   */
  public HorizontalPodAutoscaler decode(JsonParser in) throws IOException {
    return decode(JsonValue.read(in));
  }

  /**
   * Applies the defaults of this version to a parsed object and converts it to the hub version.
   *
   * @throws JsonFormatException if the object does not match this version
   */
  public HorizontalPodAutoscaler decode(JsonValue object) {
    return codec.decode(object);
  }

  /**
   * Decodes a body and converts to the hub version, without defaults.
   *
   * @throws JsonFormatException if the body is not JSON or does not match this version
   */
  public HorizontalPodAutoscaler decodeWithoutDefaults(String body) {
    return codec.decode(body, false);
  }

  /**
   * Applies the defaults of this version to a body, without conversion to the hub version.
   *
   * @throws JsonFormatException if the body is not JSON or does not match this version
   */
  public JsonNode withDefaults(String body) {
    return codec.withDefaults(body);
  }

  /**
   * Decodes and encodes a body in this version, which removes unknown fields.
   *
   * @throws JsonFormatException if the body is not JSON or does not match this version
   */
  public JsonNode reencode(String body) {
    return codec.reencode(body);
  }

  /** Converts from the hub and encodes. */
  public JsonNode encode(HorizontalPodAutoscaler hub) {
    return codec.encode(hub);
  }

  /**
   * Decodes a list, applies the defaults of this version to each item and converts to the hub
   * version.
   *
   * @throws JsonFormatException if the body is not JSON or does not match this version
   */
  public HorizontalPodAutoscalerList decodeList(String body) {
    return codec.decodeList(body, true);
  }

  /** Converts a list from the hub and encodes it. */
  public JsonNode encodeList(HorizontalPodAutoscalerList list) {
    return codec.encodeList(list, apiVersion);
  }

  /**
   * Converts a body to another version, with the behavior of the last Kubernetes release that had
   * both versions. The result differs from {@link #decode(String)} and {@link #encode} between v1
   * and removed versions: an Object metric of v1 with an average value also gets its target value
   * if that is 0, and a {@code behavior} without tolerances is written to v1 without tolerance
   * fields.
   *
   * @param applyDefaults whether to apply the defaults of this version first
   * @throws JsonFormatException if the body is not JSON or does not match this version
   */
  public JsonNode convert(String body, HpaVersion to, boolean applyDefaults) {
    return convert(body, to, applyDefaults, KubernetesVersion.DEFAULT);
  }

  /**
   * Converts a body to another version, like {@link #convert(String, HpaVersion, boolean)}, and
   * drops what a release of Kubernetes does not know.
   *
   * @throws JsonFormatException if the body is not JSON or does not match this version
   */
  public JsonNode convert(
      String body, HpaVersion to, boolean applyDefaults, KubernetesVersion release) {
    return to.codecFor(this).encode(knownTo(release, codecFor(to).decode(body, applyDefaults)));
  }

  /**
   * Converts a list to another version; each item like {@link #convert(String, HpaVersion, boolean,
   * KubernetesVersion)}.
   *
   * @throws JsonFormatException if the body is not JSON or does not match this version
   */
  public JsonNode convertList(
      String body, HpaVersion to, boolean applyDefaults, KubernetesVersion release) {
    HorizontalPodAutoscalerList list = codecFor(to).decodeList(body, applyDefaults);
    List<HorizontalPodAutoscaler> items = list.items();
    return to.codecFor(this)
        .encodeList(
            HorizontalPodAutoscalerList.of(
                list.metadata(),
                items == null ? null : items.stream().map(each -> knownTo(release, each)).toList()),
            to.apiVersion);
  }

  private static HorizontalPodAutoscaler knownTo(
      KubernetesVersion release, HorizontalPodAutoscaler hub) {
    return hub.withSpec(hub.spec().withSyncPeriodSeconds(null))
        .withStatus(hub.status().knownTo(release));
  }

  private HpaCodec<?> codecFor(HpaVersion other) {
    return other.isServed() ? codec : codecForRemoved;
  }
}
