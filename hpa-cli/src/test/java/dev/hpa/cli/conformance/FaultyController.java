package dev.hpa.cli.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.hpa.api.Json;
import dev.hpa.cli.Main;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * The controller of this project with a defect, as a separate process: {@code FaultyController
 * FAULT run --kubeconfig=FILE …}. All requests pass through a server in this process that applies
 * the {@link ControllerFault}.
 */
final class FaultyController {

  private static final String KUBECONFIG = "--kubeconfig=";

  private final ControllerFault fault;
  private final String upstream;
  private final String token;
  private final HttpClient client;
  private final HttpServer server;

  private FaultyController(ControllerFault fault, String kubeconfig)
      throws IOException, GeneralSecurityException {
    this.fault = fault;
    this.upstream = value(kubeconfig, "server: '([^']*)'");
    this.token = value(kubeconfig, "token: '([^']*)'");
    this.client =
        HttpClient.newBuilder()
            .sslContext(trusting(Path.of(value(kubeconfig, "certificate-authority: '([^']*)'"))))
            .build();
    this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::serve);
    server.start();
  }

  /** Runs the controller until the process is stopped. */
  public static void main(String[] args) throws IOException, GeneralSecurityException {
    List<String> words = new ArrayList<>(List.of(args));
    ControllerFault fault = ControllerFault.named(words.removeFirst());
    Path kubeconfig =
        words.stream()
            .filter(each -> each.startsWith(KUBECONFIG))
            .map(each -> Path.of(each.substring(KUBECONFIG.length())))
            .findFirst()
            .orElseThrow();
    FaultyController faulty = new FaultyController(fault, Files.readString(kubeconfig));
    Path own = kubeconfig.resolveSibling(kubeconfig.getFileName() + "." + fault);
    Files.writeString(own, faulty.kubeconfig());
    List<String> flags = new ArrayList<>();
    for (String word : fault.flags(words)) {
      flags.add(word.replace(kubeconfig.toString(), own.toString()));
    }
    flags.add("--kube-api-content-type=application/json");
    Main.main(flags.toArray(String[]::new));
  }

  private static String value(String kubeconfig, String pattern) {
    Matcher matcher = Pattern.compile(pattern).matcher(kubeconfig);
    if (!matcher.find()) {
      throw new IllegalArgumentException("kubeconfig: \"" + pattern + "\" not found");
    }
    return matcher.group(1);
  }

  private static SSLContext trusting(Path certificate)
      throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    try (InputStream pem = Files.newInputStream(certificate)) {
      store.setCertificateEntry(
          "suite", CertificateFactory.getInstance("X.509").generateCertificate(pem));
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  private String kubeconfig() {
    return """
    apiVersion: v1
    kind: Config
    current-context: faulty
    contexts: [{name: faulty, context: {cluster: faulty, user: faulty}}]
    clusters: [{name: faulty, cluster: {server: 'http://127.0.0.1:%d'}}]
    users: [{name: faulty, user: {}}]
    """
        .formatted(server.getAddress().getPort());
  }

  private void serve(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    String method = exchange.getRequestMethod();
    String path = exchange.getRequestURI().getPath();
    if (body.length > 0) {
      Optional<JsonNode> changed = fault.request(method, path, Json.tree(body));
      if (changed.isEmpty()) {
        respond(exchange, method.equals("POST") ? 201 : 200, body);
        return;
      }
      body = Json.write(changed.get());
    }
    try {
      forward(exchange, body);
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }

  private static void respond(HttpExchange exchange, int code, byte[] body) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(code, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private void forward(HttpExchange exchange, byte[] body)
      throws IOException, InterruptedException {
    String path = exchange.getRequestURI().toString();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(upstream + path))
            .method(exchange.getRequestMethod(), BodyPublishers.ofByteArray(body))
            .header("Authorization", "Bearer " + token);
    for (String name : List.of("Accept", "Content-Type", "User-Agent")) {
      Optional.ofNullable(exchange.getRequestHeaders().getFirst(name))
          .ifPresent(value -> request.header(name, value));
    }
    HttpResponse<InputStream> response = client.send(request.build(), BodyHandlers.ofInputStream());
    try (InputStream in = response.body()) {
      if (path.contains("watch=")) {
        watch(exchange, response.statusCode(), in);
      } else {
        String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        response
            .headers()
            .firstValue("Content-Type")
            .ifPresent(type -> exchange.getResponseHeaders().set("Content-Type", type));
        byte[] changed =
            fault
                .response(exchange.getRequestURI().getPath(), text)
                .getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(
            response.statusCode(), changed.length == 0 ? -1 : changed.length);
        exchange.getResponseBody().write(changed);
      }
    }
    exchange.close();
  }

  /** Forwards each line at once. */
  private void watch(HttpExchange exchange, int code, InputStream in) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(code, 0);
    try (BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        OutputStream out = exchange.getResponseBody()) {
      out.flush();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String changed = fault.response(exchange.getRequestURI().getPath(), line);
        out.write((changed + "\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
      }
    }
  }
}
