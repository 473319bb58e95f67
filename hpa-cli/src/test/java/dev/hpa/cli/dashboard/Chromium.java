package dev.hpa.cli.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A headless Chromium with one page, driven by the DevTools protocol. */
final class Chromium implements AutoCloseable {

  private static final long TIMEOUT_SECONDS = 60;
  private static final Pattern ADDRESS = Pattern.compile("DevTools listening on ws://([^/]+)/");

  private final Process process;
  private final HttpClient http;
  private final WebSocket socket;
  private final Map<Integer, CompletableFuture<JsonNode>> calls = new ConcurrentHashMap<>();
  private final List<String> problems = new CopyOnWriteArrayList<>();
  private final AtomicInteger ids = new AtomicInteger();

  /** The program; empty if it is not installed. */
  static Optional<Path> program() {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
        .flatMap(
            folder ->
                Stream.of("chromium", "chromium-browser", "google-chrome")
                    .map(Path.of(folder)::resolve))
        .filter(Files::isExecutable)
        .findFirst();
  }

  Chromium(Path profile) throws Exception {
    process =
        new ProcessBuilder(
                program().orElseThrow().toString(),
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--hide-scrollbars",
                "--ignore-certificate-errors",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "about:blank")
            .redirectErrorStream(true)
            .start();
    String address = address();
    http = HttpClient.newHttpClient();
    HttpResponse<String> page =
        http.send(
            HttpRequest.newBuilder(URI.create("http://" + address + "/json/new?about:blank"))
                .PUT(HttpRequest.BodyPublishers.noBody())
                .build(),
            HttpResponse.BodyHandlers.ofString());
    String url = Json.tree(page.body()).path("webSocketDebuggerUrl").asText();
    socket = http.newWebSocketBuilder().buildAsync(URI.create(url), new Listener()).get();
    call("Page.enable", Map.of());
    call("Runtime.enable", Map.of());
    call("Log.enable", Map.of());
  }

  private String address() throws IOException {
    var output = process.inputReader();
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      Matcher found = ADDRESS.matcher(line);
      if (found.find()) {
        Thread.ofVirtual().start(() -> drain(output));
        return found.group(1);
      }
    }
    throw new IOException("Chromium ended before it listened");
  }

  /** Reads to the end, so that Chromium does not wait for a reader. */
  private static void drain(Reader output) {
    try {
      output.transferTo(Writer.nullWriter());
    } catch (IOException closed) {
      // Chromium has ended.
    }
  }

  /** Exceptions, violations of the security policy and errors in the console. */
  List<String> problems() {
    return problems;
  }

  /** Leaves the page, and forgets what it has stored and its problems. */
  void reset() throws Exception {
    open(URI.create("about:blank"));
    await("location.href === 'about:blank'");
    call("Storage.clearDataForOrigin", Map.of("origin", "*", "storageTypes", "all"));
    problems.clear();
  }

  void open(URI page) throws Exception {
    call("Page.navigate", Map.of("url", page.toString()));
  }

  /** The result of an expression or a promise, as JSON. */
  JsonNode eval(String expression) throws Exception {
    JsonNode result =
        call(
            "Runtime.evaluate",
            Map.of("expression", expression, "awaitPromise", true, "returnByValue", true));
    if (result.has("exceptionDetails")) {
      throw new AssertionError(expression + ": " + result.path("exceptionDetails"));
    }
    return result.path("result").path("value");
  }

  /** Waits in the page until an expression is true, and shows the page when a test would hang. */
  void await(String condition) throws Exception {
    eval(
        "new Promise((resolve, reject) => { const end = performance.now() + 240000;"
            + " const check = () => { let ok = false; try { ok = !!("
            + condition
            + "); } catch (early) {} if (ok) resolve(true); else if (performance.now() > end)"
            + " reject(new Error('not met: ' + document.body.innerText.slice(0, 1200)));"
            + " else setTimeout(check, 20); }; check(); })");
  }

  /** Presses a key, such as {@code ArrowDown} or {@code Enter}. */
  void press(String key) throws Exception {
    int code = Map.of("Enter", 13, "Escape", 27, "ArrowDown", 40, "End", 35).getOrDefault(key, 0);
    for (String type : List.of("keyDown", "keyUp")) {
      call(
          "Input.dispatchKeyEvent",
          Map.of("type", type, "key", key, "code", key, "windowsVirtualKeyCode", code));
    }
  }

  void size(int width, int height, boolean mobile) throws Exception {
    call(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", mobile));
  }

  /**
   * What is wider than its place on a phone, and so scrolls sideways or is cut; code may scroll.
   */
  List<String> tooWide() throws Exception {
    size(400, 800, true);
    eval("new Promise(done => setTimeout(done, 500))");
    return eval("""
        [...document.querySelectorAll('html, body *:not(pre, input, textarea, .hidden)')]
          .filter(each => each.checkVisibility() && !each.closest('svg, .chart, #chart, thead'))
          .filter(each => each.scrollWidth > each.clientWidth + 1 && (each === document.documentElement
              || ['auto', 'scroll', 'hidden'].includes(getComputedStyle(each).overflowX)
                  && getComputedStyle(each).textOverflow !== 'ellipsis'))
          .map(each => `${each.tagName} ${each.id} ${each.className}: ${each.scrollWidth} of ${each.clientWidth}`)
        """)
        .valueStream()
        .map(JsonNode::asText)
        .toList();
  }

  void dark(boolean dark) throws Exception {
    call(
        "Emulation.setEmulatedMedia",
        Map.of(
            "features",
            List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
  }

  void screenshot(Path file) throws Exception {
    JsonNode image = call("Page.captureScreenshot", Map.of("format", "png"));
    Files.write(file, Base64.getDecoder().decode(image.path("data").asText()));
  }

  private JsonNode call(String method, Map<String, ?> parameters) throws Exception {
    int id = ids.incrementAndGet();
    CompletableFuture<JsonNode> response = new CompletableFuture<>();
    calls.put(id, response);
    String text = Json.text(Map.of("id", id, "method", method, "params", parameters));
    socket.sendText(text, true).get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    JsonNode message = response.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    if (message.has("error")) {
      throw new IOException(method + ": " + message.path("error"));
    }
    return message.path("result");
  }

  private final class Listener implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence part, boolean last) {
      text.append(part);
      if (last) {
        receive(Json.tree(text.toString()));
        text.setLength(0);
      }
      socket.request(1);
      return null;
    }

    private void receive(JsonNode message) {
      if (message instanceof ObjectNode && message.has("id")) {
        Objects.requireNonNull(calls.remove(message.path("id").asInt())).complete(message);
      } else if (message.path("method").asText().equals("Runtime.exceptionThrown")) {
        problems.add(message.at("/params/exceptionDetails").toString());
      } else if (message.path("method").asText().equals("Log.entryAdded")
          && message.at("/params/entry/level").asText().equals("error")
          && !message.at("/params/entry/source").asText().equals("network")) {
        problems.add(message.at("/params/entry/text").asText());
      }
    }
  }

  @Override
  public void close() throws IOException {
    socket.abort();
    http.shutdownNow();
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    process.onExit().join();
  }
}
