package dev.hpa.sandbox.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.Base64;
import java.util.Random;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Malformed bytes that no client library sends: the server rejects them or closes the connection,
 * and stores nothing.
 */
@Tag("security")
class MalformedRequestsHttpTest {

  private ServedSandbox served;
  private JsonNode config;
  private SSLContext tls;

  @BeforeEach
  void start() throws IOException, GeneralSecurityException {
    served = new ServedSandbox();
    config = new YAMLMapper().readTree(served.sandbox.kubeconfig());
    KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
    trusted.load(null, null);
    byte[] authority =
        Base64.getDecoder()
            .decode(config.at("/clusters/0/cluster/certificate-authority-data").asText());
    trusted.setCertificateEntry(
        "sandbox",
        CertificateFactory.getInstance("X.509")
            .generateCertificate(new ByteArrayInputStream(authority)));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    tls = SSLContext.getInstance("TLS");
    tls.init(null, trust.getTrustManagers(), null);
  }

  @AfterEach
  void stop() {
    served.close();
  }

  /** The response to bytes after which the client closes its output. */
  private String answer(byte[] request) throws IOException {
    try (SSLSocket socket =
        (SSLSocket) tls.getSocketFactory().createSocket("127.0.0.1", served.sandbox.port())) {
      ByteArrayOutputStream answer = new ByteArrayOutputStream();
      try {
        OutputStream out = socket.getOutputStream();
        out.write(request);
        out.flush();
        socket.shutdownOutput();
        socket.getInputStream().transferTo(answer);
      } catch (SocketException ended) {
        // The server may close the connection before it has read the request.
      }
      return answer.toString(StandardCharsets.UTF_8);
    }
  }

  private String head(String more) {
    return "POST %s HTTP/1.1\r\nHost: sandbox\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\n%s\r\n"
        .formatted(ServedSandbox.MAPS, config.at("/users/0/user/token").asText(), more);
  }

  private byte[] request(String head, byte[] body) {
    ByteArrayOutputStream request = new ByteArrayOutputStream();
    request.writeBytes(head(head).getBytes(StandardCharsets.UTF_8));
    request.writeBytes(body);
    return request.toByteArray();
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static boolean isStatus(String answer, int codeStartsWith) {
    return answer.startsWith("HTTP/1.1 " + codeStartsWith)
        && answer.contains("\"kind\":\"Status\"");
  }

  private void requireUnharmed(long revision) {
    assertEquals(revision, served.sandbox.cluster().store().revision());
    assertEquals(200, served.client.get(ServedSandbox.MAPS).code());
  }

  @ParameterizedTest
  @CsvSource({
    "'Transfer-Encoding: chunked', '1f\r\n{\"metadata\":{\"name\":\"cut\"}'",
    "'Transfer-Encoding: chunked', 'zz\r\n'",
    "'Content-Length: 100', '{\"metadata\":{\"name\":\"cut\"}}'",
    "'Content-Length: x', '{}'"
  })
  void rejectsTruncatedBodies(String header, String body) throws IOException {
    long revision = served.sandbox.cluster().store().revision();
    String unescaped = body.replace("\\r\\n", "\r\n").replace("\\\"", "\"");
    String answer = answer(request(header + "\r\n", text(unescaped)));
    assertTrue(answer.isEmpty() || answer.startsWith("HTTP/1.1 4"), answer);
    requireUnharmed(revision);
  }

  @Test
  void rejectsOversizedHeaders() throws IOException {
    long revision = served.sandbox.cluster().store().revision();
    String answer = answer(text(head("X-Large: " + "x".repeat(100_000) + "\r\n")));
    assertTrue(answer.isEmpty() || isStatus(answer, 431), answer);
    // In one packet, so that the client receives the response.
    String large = answer(text(head("X-Large: " + "x".repeat(10_000) + "\r\n")));
    assertTrue(isStatus(large, 431), large);
    requireUnharmed(revision);
  }

  @Test
  void rejectsInvalidUtf8() throws IOException {
    long revision = served.sandbox.cluster().store().revision();
    byte[] body = text("{\"metadata\":{\"name\":\"\u00c3(\"}}");
    String answer =
        answer(request("Content-Length: " + body.length + "\r\nConnection: close\r\n", body));
    assertTrue(isStatus(answer, 4), answer);
    requireUnharmed(revision);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void rejectsRandomBytes(long seed) throws IOException {
    Random random = new Random(seed);
    long revision = served.sandbox.cluster().store().revision();
    for (int i = 0; i < 50; i++) {
      byte[] request = request("Content-Length: 2\r\nConnection: close\r\n", text("[]"));
      for (int damage = 1 + random.nextInt(20); damage > 0; damage--) {
        request[random.nextInt(request.length)] = (byte) random.nextInt(256);
      }
      String answer = answer(request);
      assertFalse(answer.startsWith("HTTP/1.1 500") || answer.contains("Exception"), answer);
    }
    requireUnharmed(revision);
  }
}
