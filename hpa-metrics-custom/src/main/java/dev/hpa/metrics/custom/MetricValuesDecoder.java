package dev.hpa.metrics.custom;

import dev.hpa.api.ApiGroupVersion;
import dev.hpa.api.JsonStream;
import dev.hpa.api.KindRegistry;
import dev.hpa.api.MilliAmount;
import dev.hpa.api.Timestamps;
import dev.hpa.kube.content.CountedInput;
import dev.hpa.kube.content.MetadataTypeCheck;
import dev.hpa.kube.content.TypeMetaReader;
import dev.hpa.kube.content.TypedObject;
import dev.hpa.kube.http.MisdirectedResponseException;
import dev.hpa.spi.MetricReading.PodValue;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decodes a MetricValueList of any version. The type metadata is required and is decoded before the
 * items.
 */
final class MetricValuesDecoder {

  private static final Duration DEFAULT_WINDOW = Duration.ofMinutes(1);

  /** What a value takes with a separate name, time and window, in bytes. */
  private static final int MEMORY = 160;

  /** What a number out of range takes at most with its text and digits, in bytes. */
  private static final int NUMBER_MEMORY = 1_000;

  private static final String LIST = "MetricValueList";
  private static final String[] OWN = {LIST, "MetricValue", "MetricListOptions"};

  private static final KindRegistry KINDS =
      new KindRegistry(
          Map.of(
              CustomMetricsVersion.V1BETA1.groupVersion(),
              KindRegistry.ofVersion(OWN),
              CustomMetricsVersion.V1BETA2.groupVersion(),
              KindRegistry.ofVersion(OWN),
              CustomMetricsVersion.INTERNAL.groupVersion(),
              KindRegistry.ofInternalVersion(OWN),
              "v1",
              KindRegistry.ofVersion(),
              "__internal",
              KindRegistry.ofInternalVersion()));

  private MetricValuesDecoder() {}

  /** Checks what the values are about. */
  @FunctionalInterface
  interface Check {
    /**
     * Checks a value.
     *
     * @param namespace namespace of the described object; empty if it is not stated
     * @param object name of the described object
     * @param metric name of the metric; empty if it is not stated
     */
    void on(String namespace, String object, String metric) throws MisdirectedResponseException;
  }

  /**
   * Reads the values, each with the name of the object that it describes.
   *
   * @throws MisdirectedResponseException of the check
   * @throws IOException with client-go's message if the response is something else
   */
  static List<PodValue> read(InputStream body, Check check) throws IOException {
    TypedObject object = TypedObject.read(body);
    CustomMetricsVersion version = version(object.typeMeta());
    Values values = new Values(check, CountedInput.Budget.of(body));
    JsonStream.readTyped(
        object,
        (member, in) -> {
          if (member.equals("items")) {
            values.clear();
            in.array(() -> values.add(draft(version, in)));
          } else if (member.equals("metadata")) {
            MetadataTypeCheck.skipOfList(in);
          } else {
            in.skip();
          }
        },
        () -> true);
    return values.checked();
  }

  /** What is kept of the values, of which there may be many. */
  private static final class Values {
    private final Check check;
    private final CountedInput.Budget budget;
    private final List<PodValue> values = new ArrayList<>();
    private @Nullable MisdirectedResponseException other;

    Values(Check check, CountedInput.Budget budget) {
      this.check = check;
      this.budget = budget;
    }

    void clear() {
      values.clear();
      other = null;
    }

    void add(Draft draft) throws IOException {
      PodValue value =
          PodValue.of(
              draft.object,
              draft.timestamp,
              draft.window,
              draft.amount.milli(),
              draft.amount.outOfRange());
      budget.take(
          MEMORY + 2 * draft.object.length() + (value.outOfRange() == null ? 0 : NUMBER_MEMORY));
      values.add(value);
      if (other == null) {
        try {
          check.on(draft.namespace, draft.object, draft.metric);
        } catch (MisdirectedResponseException misdirected) {
          other = misdirected;
        }
      }
    }

    List<PodValue> checked() throws MisdirectedResponseException {
      if (other != null) {
        throw other;
      }
      return Collections.unmodifiableList(values);
    }
  }

  private static CustomMetricsVersion version(TypeMetaReader head) throws IOException {
    String kind = head.kind();
    ApiGroupVersion stated = head.groupVersion();
    KINDS.require(kind, stated);
    if (KindRegistry.isUnversioned(kind)) {
      if (kind.equals("Status")) {
        head.checkStatus();
      }
      throw otherType("v1", kind);
    }
    if (KindRegistry.isShared(kind)) {
      throw shared(kind);
    }
    if (!kind.equals(LIST)) {
      throw otherType(stated.version(), kind);
    }
    return CustomMetricsVersion.of(stated.toString())
        .orElseThrow(() -> new IOException(KindRegistry.unknown(kind, stated)));
  }

  /** Watch events have an internal version; options have none, which fails the conversion. */
  private static IOException shared(String kind) {
    return kind.equals("WatchEvent")
        ? otherType("v1", kind)
        : new IOException(
            "failed to convert the given object to the internal version: "
                + KindRegistry.unknown(
                    kind, new ApiGroupVersion(CustomMetricsVersion.GROUP, KindRegistry.INTERNAL)));
  }

  private static IOException otherType(String version, String kind) {
    return new IOException(
        "the custom metrics API server didn't return MetricValueList, the type is *"
            + version
            + "."
            + kind);
  }

  /** The fields of a value while it is decoded. */
  private static final class Draft {
    String namespace = "";
    String object = "";
    String metric = "";
    Instant timestamp = Timestamps.ZERO;
    Duration window = DEFAULT_WINDOW;
    MilliAmount amount = MilliAmount.ZERO;
  }

  private static Draft draft(CustomMetricsVersion version, JsonStream in) throws IOException {
    Draft draft = new Draft();
    in.object(member -> read(version, member, in, draft));
    return draft;
  }

  private static void read(CustomMetricsVersion version, String member, JsonStream in, Draft draft)
      throws IOException {
    switch (version) {
      case V1BETA1 -> {
        switch (member) {
          case "window" -> draft.window = window(in);
          case "metricName", "selector" -> identity(member, in, draft);
          default -> readShared(member, in, draft);
        }
      }
      case V1BETA2 -> {
        switch (member) {
          case "windowSeconds" -> draft.window = window(in);
          case "metric" -> in.object(part -> identity(part, in, draft));
          default -> readShared(member, in, draft);
        }
      }
      case INTERNAL -> {
        switch (member) {
          case "DescribedObject" -> draft.object = name("Name", in);
          case "Timestamp" -> draft.timestamp = in.time();
          case "WindowSeconds" -> draft.window = window(in);
          case "Value" -> draft.amount = in.amount();
          default -> in.skip();
        }
      }
    }
  }

  private static void readShared(String member, JsonStream in, Draft draft) throws IOException {
    switch (member) {
      case "describedObject" -> described(in, draft);
      case "timestamp" -> draft.timestamp = in.time();
      case "value" -> draft.amount = in.amount();
      default -> in.skip();
    }
  }

  private static void described(JsonStream in, Draft draft) throws IOException {
    in.object(
        member -> {
          switch (member) {
            case "name" -> draft.object = in.string();
            case "namespace" -> draft.namespace = in.string();
            case "kind", "uid", "apiVersion", "resourceVersion", "fieldPath" -> in.skipString();
            default -> in.skip();
          }
        });
  }

  private static String name(String called, JsonStream in) throws IOException {
    String[] name = {""};
    in.object(
        member -> {
          if (member.equals(called)) {
            name[0] = in.string();
          } else {
            in.skip();
          }
        });
    return name[0];
  }

  /** Reads the name of the metric, and checks the types of its selector. */
  private static void identity(String member, JsonStream in, Draft draft) throws IOException {
    switch (member) {
      case "name", "metricName" -> draft.metric = in.string();
      case "selector" -> in.object(part -> checkSelector(part, in));
      default -> in.skip();
    }
  }

  private static void checkSelector(String member, JsonStream in) throws IOException {
    switch (member) {
      case "matchLabels" -> in.skipStrings();
      case "matchExpressions" -> in.array(() -> in.object(part -> checkExpression(part, in)));
      default -> in.skip();
    }
  }

  private static void checkExpression(String member, JsonStream in) throws IOException {
    switch (member) {
      case "key", "operator" -> in.skipString();
      case "values" -> in.array(in::skipString);
      default -> in.skip();
    }
  }

  /** Seconds that exceed 64 bits in nanoseconds wrap around, as in upstream. */
  private static Duration window(JsonStream in) throws IOException {
    Long seconds = in.integer();
    return seconds == null ? DEFAULT_WINDOW : Duration.ofNanos(seconds * 1_000_000_000L);
  }
}
