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
 * The versions of the HorizontalPodAutoscaler, each with its way to the hub and back: first those
 * that are served, the preferred one in front, then the others, the latest in front. Objects are
 * stored as {@link #V2}; a request in any other version passes through the hub.
 */
public enum HpaVersion {
  /** The shape of the hub. */
  V2(
      HorizontalPodAutoscaler.API_VERSION,
      null,
      new HpaCodec<>(
          HorizontalPodAutoscaler.class,
          HpaDefaults::apply,
          ReservedAnnotations::scrub,
          ReservedAnnotations::scrub)),

  /** CPU utilization in fields, all else in annotations. */
  V1(HorizontalPodAutoscalerV1.API_VERSION, null, v1(FlatConversionOptions.V1), v1(FlatConversionOptions.V1_OF_1_28)),

  /** As v2, without tolerance; Kubernetes 1.12 to 1.25. */
  V2BETA2(
      HorizontalPodAutoscalerV2beta2.API_VERSION,
      new Retirement(23, 26),
      new HpaCodec<>(
          HorizontalPodAutoscalerV2beta2.class,
          V2beta2Conversion::withDefaults,
          V2beta2Conversion::toHub,
          V2beta2Conversion::fromHub)),

  /** Flat metrics in fields; Kubernetes 1.8 to 1.24. */
  V2BETA1(
      HorizontalPodAutoscalerV2beta1.API_VERSION,
      new Retirement(22, 25),
      new HpaCodec<>(
          HorizontalPodAutoscalerV2beta1.class,
          V2beta1Conversion::withDefaults,
          V2beta1Conversion::toHub,
          V2beta1Conversion::fromHub)),

  /** The first version with several metrics; Kubernetes 1.6 and 1.7. */
  V2ALPHA1(
      HorizontalPodAutoscalerV2alpha1.API_VERSION,
      new Retirement(8, 8),
      new HpaCodec<>(
          HorizontalPodAutoscalerV2alpha1.class,
          V2alpha1Conversion::withDefaults,
          V2alpha1Conversion::toHub,
          V2alpha1Conversion::fromHub)),

  /** The first autoscaler; Kubernetes 1.1 to 1.5. */
  EXTENSIONS_V1BETA1(
      HorizontalPodAutoscalerV1beta1.API_VERSION,
      new Retirement(3, 6),
      new HpaCodec<>(
          HorizontalPodAutoscalerV1beta1.class,
          V1beta1Conversion::withDefaults,
          V1beta1Conversion::toHub,
          V1beta1Conversion::fromHub));

  /** The version objects are stored in. */
  public static final HpaVersion STORAGE = V2;

  private final String apiVersion;

  @SuppressWarnings("ImmutableEnumChecker") // a record of numbers
  private final @Nullable Retirement retirement;

  @SuppressWarnings("ImmutableEnumChecker") // its functions are static methods
  private final HpaCodec<?> codec;

  @SuppressWarnings("ImmutableEnumChecker") // as the other one
  private final HpaCodec<?> codecBesideRetired;

  HpaVersion(String apiVersion, @Nullable Retirement retirement, HpaCodec<?> codec) {
    this(apiVersion, retirement, codec, codec);
  }

  /**
   * A version.
   *
   * @param codecBesideRetired for conversions from and to versions that are no longer served, as
   *     the last release that had both did them
   */
  HpaVersion(
      String apiVersion,
      @Nullable Retirement retirement,
      HpaCodec<?> codec,
      HpaCodec<?> codecBesideRetired) {
    this.apiVersion = apiVersion;
    this.retirement = retirement;
    this.codec = codec;
    this.codecBesideRetired = codecBesideRetired;
  }

  private static HpaCodec<HorizontalPodAutoscalerV1> v1(FlatConversionOptions dialect) {
    return new HpaCodec<>(
        HorizontalPodAutoscalerV1.class,
        V1Conversion::withDefaults,
        object -> V1Conversion.toHub(object, dialect),
        hub -> V1Conversion.fromHub(hub, dialect));
  }

  /**
   * The minor releases of Kubernetes 1 from which a version is deprecated, and no longer served.
   */
  private record Retirement(int deprecated, int removed) {}

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
    return retirement == null;
  }

  /**
   * What servers tell clients that use this version, with the releases of its deprecation and its
   * end: {@code autoscaling/v2beta2 HorizontalPodAutoscaler is deprecated in v1.23+, unavailable in
   * v1.26+; use autoscaling/v2 HorizontalPodAutoscaler}. Of v2alpha1, which was never announced to
   * end, both are the release without it. Empty for versions that are served.
   */
  public Optional<String> deprecation() {
    return Optional.ofNullable(retirement)
        .map(
            retired ->
                "%s %s is deprecated in v1.%d+, unavailable in v1.%d+; use %s %s"
                    .formatted(
                        apiVersion,
                        HorizontalPodAutoscaler.KIND,
                        retired.deprecated(),
                        retired.removed(),
                        HorizontalPodAutoscaler.API_VERSION,
                        HorizontalPodAutoscaler.KIND));
  }

  /** Group and version, such as {@code autoscaling/v2}. */
  public String apiVersion() {
    return apiVersion;
  }

  /** Group and version apart. */
  public ApiGroupVersion groupVersion() {
    return ApiGroupVersion.parse(apiVersion);
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
   * The hub value of the object a parser stands on, after the version's defaults; the parser is at
   * its end afterwards. For what servers send: strings are not looked at for how they were written,
   * and {@code managedFields} is left out.
   *
   * @throws JsonFormatException if the object does not fit this version
   * @throws IOException if it cannot be read, or is no JSON
   */
  public HorizontalPodAutoscaler decode(JsonParser in) throws IOException {
    return codec.decode(JsonValue.read(in));
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

  /**
   * The hub values of a list of this version, each after the version's defaults.
   *
   * @throws JsonFormatException if the body is no JSON or does not fit this version
   */
  public HorizontalPodAutoscalerList decodeList(String body) {
    return codec.decodeList(body, true);
  }

  /** The body of a list of hub values in this version. */
  public JsonNode encodeList(HorizontalPodAutoscalerList list) {
    return codec.encodeList(list, apiVersion);
  }

  /**
   * A body of this version in another one, by the rules of the last Kubernetes release that had
   * both. They differ from the way through {@link #decode(String)} and {@link #encode} where v1
   * meets a version that is no longer served: an Object metric of v1 with an average value also
   * gets its target value if that is zero, and a behavior without tolerances is written to v1
   * without members for them.
   *
   * @param defaulted whether the defaults of this version are filled in first
   * @throws JsonFormatException if the body is no JSON or does not fit this version
   */
  public JsonNode convert(String body, HpaVersion to, boolean defaulted) {
    return to.codecBeside(this).encode(codecBeside(to).decode(body, defaulted));
  }

  /**
   * A list of this version in another one, as {@link #convert} does it with each item.
   *
   * @throws JsonFormatException if the body is no JSON or does not fit this version
   */
  public JsonNode convertList(String body, HpaVersion to, boolean defaulted) {
    return to.codecBeside(this)
        .encodeList(codecBeside(to).decodeList(body, defaulted), to.apiVersion);
  }

  private HpaCodec<?> codecBeside(HpaVersion other) {
    return other.isServed() ? codec : codecBesideRetired;
  }
}
