package dev.hpa.conformance.environment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.Test;

class LoopbackServerTest {

  private static final TrustManager EVERYTHING =
      new X509TrustManager() {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
          return new X509Certificate[0];
        }
      };

  /** An API server connects to any address that leads here. */
  @Test
  void requestsForAnyHostAreServed() throws Exception {
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(null, new TrustManager[] {EVERYTHING}, new SecureRandom());
    try (LoopbackServer server = LoopbackServer.start("test", (request, response) -> {});
        SSLSocket socket =
            (SSLSocket) tls.getSocketFactory().createSocket("127.0.0.1", server.port())) {
      socket
          .getOutputStream()
          .write(
              "GET / HTTP/1.1\r\nHost: 172.18.0.1:9443\r\n\r\n".getBytes(StandardCharsets.UTF_8));
      BufferedReader lines =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
      assertEquals("HTTP/1.1 200 OK", lines.readLine());
    }
  }
}
