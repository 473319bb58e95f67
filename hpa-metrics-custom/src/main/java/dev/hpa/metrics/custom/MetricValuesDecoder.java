package dev.hpa.metrics.custom;

import dev.hpa.api.GoQuote;
import dev.hpa.api.JsonStream;
import dev.hpa.api.ObjectHead;
import dev.hpa.api.Timestamps;
import dev.hpa.api.form.SelfDescribedObject;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Reads a MetricValueList of any version. An answer has to say what it is, so its head is read
 * before its items.
 */
final class MetricValuesDecoder {

  private static final Duration DEFAULT_WINDOW = Duration.ofMinutes(1);

  /** Kinds of the API that are no list of values. */
  private static final Set<String> OTHER_KINDS = Set.of("MetricValue", "MetricListOptions");

  /** Kinds every API has. */
  private static final Set<String> SHARED_KINDS =
      Set.of(
          "ListOptions",
          "GetOptions",
          "DeleteOptions",
          "CreateOptions",
          "UpdateOptions",
          "PatchOptions",
          "WatchEvent");

  private MetricValuesDecoder() {}

  static List<MetricValue> read(InputStream body) throws IOException {
    SelfDescribedObject object = SelfDescribedObject.read(body);
    Version version = version(object.head());
    List<MetricValue> values = new ArrayList<>();
    JsonStream.readObject(
        object.json(),
        (member, in) -> {
          if (member.equals("items")) {
            values.clear();
            in.array(() -> values.add(value(version, in)));
          } else {
            in.skip();
          }
        });
    return values;
  }

  private static Version version(ObjectHead head) throws IOException {
    String kind = head.kind();
    if (kind.equals("Status") && head.apiVersion().equals("v1")) {
      throw otherType(head);
    }
    Version version = Version.of(head.apiVersion()).orElseThrow(() -> unknown(head));
    if (OTHER_KINDS.contains(kind)) {
      throw otherType(head);
    }
    if (SHARED_KINDS.contains(kind)) {
      throw new IOException(
          "failed to convert the given object to the internal version: no kind "
              + GoQuote.quote(kind)
              + " is registered for the internal version of group "
              + GoQuote.quote(Version.GROUP));
    }
    if (!kind.equals("MetricValueList")) {
      throw unknown(head);
    }
    return version;
  }

  private static IOException otherType(ObjectHead head) {
    String version = head.apiVersion().substring(head.apiVersion().indexOf('/') + 1);
    return new IOException(
        "the custom metrics API server didn't return MetricValueList, the type is *"
            + version
            + "."
            + head.kind());
  }

  private static IOException unknown(ObjectHead head) {
    return new IOException(
        "no kind "
            + GoQuote.quote(head.kind())
            + " is registered for version "
            + GoQuote.quote(head.apiVersion()));
  }

  /** A value as far as it has been read. */
  private static final class Draft {
    String object = "";
    Instant timestamp = Timestamps.ZERO;
    Duration window = DEFAULT_WINDOW;
    long milli;
  }

  private static MetricValue value(Version version, JsonStream in) throws IOException {
    Draft draft = new Draft();
    in.object(member -> read(version, member, in, draft));
    return new MetricValue(draft.object, draft.timestamp, draft.window, draft.milli);
  }

  private static void read(Version version, String member, JsonStream in, Draft draft)
      throws IOException {
    switch (version) {
      case V1BETA1 -> {
        switch (member) {
          case "window" -> draft.window = window(in);
          case "metricName", "selector" -> checkIdentity(member, in);
          default -> readShared(member, in, draft);
        }
      }
      case V1BETA2 -> {
        switch (member) {
          case "windowSeconds" -> draft.window = window(in);
          case "metric" -> in.object(part -> checkIdentity(part, in));
          default -> readShared(member, in, draft);
        }
      }
      case INTERNAL -> {
        switch (member) {
          case "DescribedObject" -> draft.object = name("Name", in);
          case "Timestamp" -> draft.timestamp = in.time();
          case "WindowSeconds" -> draft.window = window(in);
          case "Value" -> draft.milli = in.milli();
          default -> in.skip();
        }
      }
    }
  }

  private static void readShared(String member, JsonStream in, Draft draft) throws IOException {
    switch (member) {
      case "describedObject" -> draft.object = name("name", in);
      case "timestamp" -> draft.timestamp = in.time();
      case "value" -> draft.milli = in.milli();
      default -> in.skip();
    }
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

  /** What the metric is called is known; it only has to be well formed. */
  private static void checkIdentity(String member, JsonStream in) throws IOException {
    switch (member) {
      case "name", "metricName" -> in.string();
      case "selector" -> in.object(part -> in.skip());
      default -> in.skip();
    }
  }

  /** Seconds beyond the range of 64 bits of nanoseconds wrap around, as upstream's do. */
  private static Duration window(JsonStream in) throws IOException {
    Long seconds = in.integer();
    return seconds == null ? DEFAULT_WINDOW : Duration.ofNanos(seconds * 1_000_000_000L);
  }
}
