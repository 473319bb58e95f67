package dev.hpa.tck.adapters;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.hpa.spi.ApiRequest;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** Serves {@link SampleAdapter} on a loopback port, protected by a token. */
final class SampleServer implements AutoCloseable {

  static final String TOKEN = "open-sesame";
  private static final String PASSWORD = "changeit";

  private final SampleAdapter adapter =
      new SampleAdapter(List.of("v1beta2", "v1beta1"), (target, sound) -> sound);
  private final HttpServer server;
  private final String scheme;

  private SampleServer(HttpServer server, String scheme) {
    this.server = server;
    this.scheme = scheme;
    server.createContext("/", this::answer);
    server.start();
  }

  static SampleServer plain() throws IOException {
    return new SampleServer(HttpServer.create(anyPort(), 0), "http");
  }

  /** Serves over TLS; writes the certificate to {@code ca.pem} in the folder. */
  static SampleServer secure(Path folder) throws Exception {
    HttpsServer server = HttpsServer.create(anyPort(), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(identity(folder)));
    return new SampleServer(server, "https");
  }

  private static InetSocketAddress anyPort() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  private static SSLContext identity(Path folder) throws Exception {
    Path keys = folder.resolve("keys.p12");
    String keystore = keys.toString();
    keytool(
        "-genkeypair",
        "-keyalg",
        "EC",
        "-dname",
        "CN=sample",
        "-ext",
        "SAN=ip:127.0.0.1",
        "-alias",
        "sample",
        "-keystore",
        keystore,
        "-storepass",
        PASSWORD);
    keytool(
        "-exportcert",
        "-rfc",
        "-file",
        folder.resolve("ca.pem").toString(),
        "-alias",
        "sample",
        "-keystore",
        keystore,
        "-storepass",
        PASSWORD);
    return context(keys);
  }

  private static void keytool(String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(arguments));
    int status =
        new ProcessBuilder(command)
            .redirectOutput(Redirect.DISCARD)
            .redirectError(Redirect.DISCARD)
            .start()
            .waitFor();
    if (status != 0) {
      throw new IllegalStateException("keytool exited with status " + status);
    }
  }

  private static SSLContext context(Path keys) throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(keys)) {
      store.load(in, PASSWORD.toCharArray());
    }
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(store, PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return context;
  }

  URI url() {
    return URI.create(scheme + "://127.0.0.1:" + server.getAddress().getPort() + "/");
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      URI asked = exchange.getRequestURI();
      if (exchange.getRequestHeaders().containsKey("Upgrade")) {
        // As kubectl proxy does, which expects the server to switch the protocol.
        exchange.sendResponseHeaders(502, -1);
        return;
      }
      String token = exchange.getRequestHeaders().getFirst("Authorization");
      HttpReply reply =
          ("Bearer " + TOKEN).equals(token)
              ? adapter.reply(
                  ApiRequest.get(asked.getRawPath(), query(asked), ApiRequest.Subject.NONE))
              : new HttpReply(asked.toString(), 401, "text/plain", "who are you?");
      byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", reply.contentType());
      exchange.sendResponseHeaders(reply.code(), body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private static Map<String, String> query(URI asked) {
    Map<String, String> query = new HashMap<>();
    if (asked.getRawQuery() != null) {
      for (String each : asked.getRawQuery().split("&")) {
        int equals = each.indexOf('=');
        query.put(decoded(each.substring(0, equals)), decoded(each.substring(equals + 1)));
      }
    }
    return query;
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
