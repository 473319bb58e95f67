package dev.hpa.dashboard;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The files of the page, from the class path. Thread-safe. */
final class PageFiles {

  private static final String SCRIPT = "text/javascript; charset=utf-8";

  private static final Map<String, String> TYPES =
      Map.ofEntries(
          Map.entry("index.html", "text/html; charset=utf-8"),
          Map.entry("app.css", "text/css; charset=utf-8"),
          Map.entry("icon.svg", "image/svg+xml"),
          Map.entry("app.js", SCRIPT),
          Map.entry("api.js", SCRIPT),
          Map.entry("chart.js", SCRIPT),
          Map.entry("detail.js", SCRIPT),
          Map.entry("dom.js", SCRIPT),
          Map.entry("fleet.js", SCRIPT),
          Map.entry("format.js", SCRIPT),
          Map.entry("namespaces.js", SCRIPT),
          Map.entry("table.js", SCRIPT),
          Map.entry("trace.js", SCRIPT),
          Map.entry("types.js", SCRIPT),
          Map.entry("whatif.js", SCRIPT));

  private static final String ECHARTS = "echarts.js";
  private static final String ECHARTS_PROPERTIES =
      "/META-INF/maven/org.webjars/echarts/pom.properties";

  private final Map<String, byte[]> files = new ConcurrentHashMap<>();

  /** A file by name; null if there is none. The empty name is that of the page. */
  DashboardResponse.@Nullable Content get(String name) {
    String file = name.isEmpty() ? "index.html" : name;
    if (file.equals(ECHARTS)) {
      return new DashboardResponse.Content(
          200, SCRIPT, files.computeIfAbsent(file, any -> read(echarts())));
    }
    String type = TYPES.get(file);
    return type == null
        ? null
        : new DashboardResponse.Content(
            200, type, files.computeIfAbsent(file, any -> read("page/" + file)));
  }

  private static String echarts() {
    Properties properties = new Properties();
    try (InputStream in = open(ECHARTS_PROPERTIES)) {
      properties.load(in);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    return "/META-INF/resources/webjars/echarts/"
        + properties.getProperty("version")
        + "/echarts.min.js";
  }

  private static byte[] read(String resource) {
    try (InputStream in = open(resource)) {
      return in.readAllBytes();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static InputStream open(String resource) {
    InputStream in = PageFiles.class.getResourceAsStream(resource);
    if (in == null) {
      throw new IllegalStateException("no resource " + resource);
    }
    return in;
  }
}
