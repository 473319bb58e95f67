package dev.hpa.cli.report;

import dev.hpa.cli.files.AtomicFile;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A self-contained HTML file: styles, scripts, chart library and data are embedded.
 *
 * <p>The resources {@code report.html}, {@code report.css} and {@code report.js} beside a class
 * define a kind of page. All pages share {@code page.css} and {@code page.js}.
 */
public final class HtmlPage {

  private static final String ECHARTS_PROPERTIES =
      "/META-INF/maven/org.webjars/echarts/pom.properties";
  private static final String ECHARTS_DIRECTORY = "/META-INF/resources/webjars/echarts/";
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{(\\w+)}}");

  private final Class<?> kind;
  private final String title;
  private final String json;

  /**
   * Creates a page.
   *
   * @param kind the class beside the page's resources
   * @param title plain text
   * @param json the data, embedded in the element {@code recording}
   */
  public HtmlPage(Class<?> kind, String title, String json) {
    this.kind = kind;
    this.title = title;
    this.json = json;
  }

  /**
   * Writes the page to a file that only its owner can read. The file is created or replaced
   * atomically.
   */
  public void write(Path file) throws IOException {
    AtomicFile.write(file, render());
  }

  private String render() throws IOException {
    String version = echartsVersion();
    Map<String, String> parts =
        Map.of(
            "title", text(title),
            "pageStyle", read(HtmlPage.class, "page.css"),
            "style", read(kind, "report.css"),
            "body", read(kind, "report.html"),
            "echarts", read(HtmlPage.class, ECHARTS_DIRECTORY + version + "/echarts.min.js"),
            "echartsVersion", text(version),
            "data", data(),
            "pageScript", read(HtmlPage.class, "page.js"),
            "script", read(kind, "report.js"));
    Matcher placeholders = PLACEHOLDER.matcher(read(HtmlPage.class, "page.html"));
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

  /** Escapes {@code <} in the data, which could end the script element. */
  private String data() {
    return json.replace("<", "\\u003c");
  }

  private static String echartsVersion() throws IOException {
    Properties properties = new Properties();
    properties.load(new StringReader(read(HtmlPage.class, ECHARTS_PROPERTIES)));
    String version = properties.getProperty("version");
    if (version == null) {
      throw new IOException("no version in " + ECHARTS_PROPERTIES);
    }
    return version;
  }

  private static String read(Class<?> beside, String resource) throws IOException {
    try (InputStream in = beside.getResourceAsStream(resource)) {
      if (in == null) {
        throw new FileNotFoundException("no resource " + resource + " for " + beside.getName());
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
