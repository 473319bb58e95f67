package com.example.hpa.prometheus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import com.example.hpa.prometheus.FakePrometheus.Reply;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricFailure.Category;
import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricResult;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server with a self-signed certificate for 127.0.0.1. */
class TlsTest {

  private static final MetricQuery UP = Providers.external("up", "");
  private static final MetricReading ONE = new MetricReading.Series(List.of(1000L));

  @TempDir static Path folder;
  private static Path authority;
  private static FakePrometheus server;

  @BeforeAll
  static void start() throws Exception {
    Path keys = folder.resolve("keys.p12");
    authority = folder.resolve("ca.pem");
    keytool(keys, "-genkeypair", "-keyalg", "EC", "-dname", "CN=test", "-ext", "san=ip:127.0.0.1");
    keytool(keys, "-exportcert", "-rfc", "-file", authority.toString());
    server =
        FakePrometheus.withTls(
            serving(keys), request -> Reply.vector("{\"metric\":{},\"value\":[1,\"1\"]}"));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static void keytool(Path keys, String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(arguments));
    command.addAll(List.of("-alias", "test", "-keystore", keys.toString(), "-storepass", "secret"));
    Path log = folder.resolve("keytool.log");
    int code =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start()
            .waitFor();
    assertEquals(0, code, Files.readString(log));
  }

  private static SSLContext serving(Path keys) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(keys)) {
      store.load(in, "secret".toCharArray());
    }
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(store, "secret".toCharArray());
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(managers.getKeyManagers(), null, null);
    return tls;
  }

  private static MetricResult read(String host, Map<String, String> trust) {
    Map<String, String> settings = new HashMap<>(trust);
    settings.put("url", server.url(host));
    settings.put("queries.up", "up");
    settings.put("token", "secret");
    try (MetricProvider provider = Providers.create(settings)) {
      return Providers.read(provider, UP);
    }
  }

  private static void assertRefused(MetricResult result) {
    assertEquals(Category.SOURCE_FAILED, assertInstanceOf(MetricFailure.class, result).category());
  }

  @Test
  void strangersAreNotSentTheToken() {
    int before = server.asked.size();
    assertRefused(read("127.0.0.1", Map.of()));
    assertEquals(before, server.asked.size());
  }

  @Test
  void theAuthorityOfTheFileIsTrusted() {
    assertEquals(ONE, read("127.0.0.1", Map.of("ca-file", authority.toString())));
    assertEquals("Bearer secret", server.asked.getLast().authorization());
  }

  @Test
  void theAuthorityDoesNotVouchForOtherHosts() {
    assertRefused(read("localhost", Map.of("ca-file", authority.toString())));
  }

  @Test
  void anyoneIsTrustedWhenAskedTo() {
    assertEquals(ONE, read("localhost", Map.of("insecure-skip-tls-verify", "true")));
  }
}
