package dev.hpa.app.demo;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Writes a recording as one HTML file that needs nothing but a browser: styles, scripts and data
 * are inside.
 */
public final class HtmlReport {

  private static final String ECHARTS_PROPERTIES =
      "/META-INF/maven/org.webjars/echarts/pom.properties";
  private static final String ECHARTS_DIRECTORY = "/META-INF/resources/webjars/echarts/";
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{(\\w+)}}");

  private HtmlReport() {}

  /**
   * Writes the report of {@code recording} to {@code file}; whoever reads the file sees all of the
   * report or none.
   */
  public static void write(DemoRecording recording, Path file) throws IOException {
    Path target = file.toAbsolutePath();
    String page = render(recording);
    Path directory = target.getParent();
    if (directory != null) {
      Files.createDirectories(directory);
    }
    Path draft =
        target.resolveSibling(
            "." + target.getFileName() + "." + ProcessHandle.current().pid() + ".tmp");
    try {
      Files.writeString(draft, page);
      move(draft, target);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  private static void move(Path draft, Path target) throws IOException {
    try {
      Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(draft, target, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  static String render(DemoRecording recording) throws IOException {
    String version = echartsVersion();
    Map<String, String> parts =
        Map.of(
            "title", text(recording.title()),
            "style", read("report.css"),
            "echarts", read(ECHARTS_DIRECTORY + version + "/echarts.min.js"),
            "echartsVersion", text(version),
            "data", data(recording),
            "script", read("report.js"));
    Matcher placeholders = PLACEHOLDER.matcher(read("report.html"));
    return placeholders.replaceAll(
        found -> {
          String part = parts.get(found.group(1));
          if (part == null) {
            throw new IllegalStateException("the page has no part " + found.group());
          }
          return Matcher.quoteReplacement(part);
        });
  }

  private static String text(String plain) {
    return plain.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  /**
   * The recording as JSON without any {@code <}, which occurs in strings only and could end the
   * script element there.
   */
  private static String data(DemoRecording recording) throws IOException {
    StringWriter out = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
      json.writeStartObject();
      json.writeStringField("title", recording.title());
      json.writeStringField("subtitle", recording.subtitle());
      json.writeStringField("start", recording.start().toString());
      json.writeStringField("end", recording.end().toString());
      number(json, "speed", recording.speed());
      json.writeNumberField("minReplicas", recording.minReplicas());
      json.writeNumberField("maxReplicas", recording.maxReplicas());
      json.writeNumberField("targetUtilization", recording.targetUtilization());
      number(json, "toleranceDown", recording.toleranceDown());
      number(json, "toleranceUp", recording.toleranceUp());
      json.writeArrayFieldStart("samples");
      for (Sample sample : recording.samples()) {
        sample(json, sample);
      }
      json.writeEndArray();
      json.writeArrayFieldStart("events");
      for (EventMark event : recording.events()) {
        event(json, event);
      }
      json.writeEndArray();
      json.writeArrayFieldStart("decisions");
      for (DecisionRow decision : recording.decisions()) {
        decision(json, decision);
      }
      json.writeEndArray();
      json.writeFieldName("summary");
      summary(json, recording.summary());
      json.writeEndObject();
    }
    return out.toString().replace("<", "\\u003c");
  }

  private static void sample(JsonGenerator json, Sample sample) throws IOException {
    json.writeStartObject();
    json.writeStringField("at", sample.at().toString());
    number(json, "loadMilliCores", sample.loadMilliCores());
    number(json, "usageMilliCores", sample.usageMilliCores());
    number(json, "utilizationPercent", sample.utilizationPercent());
    json.writeNumberField("specReplicas", sample.specReplicas());
    json.writeNumberField("desiredReplicas", sample.desiredReplicas());
    json.writeNumberField("readyReplicas", sample.readyReplicas());
    json.writeNumberField("pods", sample.pods());
    json.writeEndObject();
  }

  private static void event(JsonGenerator json, EventMark event) throws IOException {
    json.writeStartObject();
    json.writeStringField("at", event.at().toString());
    json.writeStringField("type", event.type());
    json.writeStringField("reason", event.reason());
    json.writeStringField("message", event.message());
    json.writeEndObject();
  }

  private static void decision(JsonGenerator json, DecisionRow decision) throws IOException {
    json.writeStartObject();
    json.writeStringField("at", decision.at().toString());
    json.writeNumberField("currentReplicas", decision.currentReplicas());
    json.writeNumberField("desiredReplicas", decision.desiredReplicas());
    number(json, "utilizationPercent", decision.utilizationPercent());
    json.writeStringField("outcome", decision.outcome());
    json.writeStringField("reason", decision.reason());
    json.writeStringField("conditions", decision.conditions());
    json.writeEndObject();
  }

  private static void summary(JsonGenerator json, Summary summary) throws IOException {
    json.writeStartObject();
    json.writeNumberField("decisions", summary.decisions());
    json.writeNumberField("scaleUps", summary.scaleUps());
    json.writeNumberField("scaleDowns", summary.scaleDowns());
    json.writeNumberField("minReplicasSeen", summary.minReplicasSeen());
    json.writeNumberField("maxReplicasSeen", summary.maxReplicasSeen());
    number(json, "podHours", summary.podHours());
    number(json, "unmetLoadPercent", summary.unmetLoadPercent());
    number(json, "secondsAboveTarget", summary.secondsAboveTarget());
    json.writeStringField("apiRequests", summary.apiRequests());
    json.writeEndObject();
  }

  private static void number(JsonGenerator json, String name, double value) throws IOException {
    if (Double.isFinite(value)) {
      json.writeNumberField(name, value);
    } else {
      json.writeNullField(name);
    }
  }

  private static void number(JsonGenerator json, String name, @Nullable Integer value)
      throws IOException {
    if (value == null) {
      json.writeNullField(name);
    } else {
      json.writeNumberField(name, value);
    }
  }

  private static String echartsVersion() throws IOException {
    Properties properties = new Properties();
    properties.load(new StringReader(read(ECHARTS_PROPERTIES)));
    String version = properties.getProperty("version");
    if (version == null) {
      throw new IOException("no version in " + ECHARTS_PROPERTIES);
    }
    return version;
  }

  private static String read(String resource) throws IOException {
    try (InputStream in = HtmlReport.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new FileNotFoundException("no resource " + resource);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
