package dev.hpa.app.serving;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The cipher suites of the HTTPS server. TLS 1.3 suites are always enabled, as in Go. */
final class CipherSuites {

  /** ChaCha20 first, for the same reason as in requests: Java's first compiler is slow with AES. */
  private static final List<String> TLS_1_3 =
      List.of("TLS_CHACHA20_POLY1305_SHA256", "TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384");

  /**
   * Suites with forward secrecy and authenticated encryption; CBC suites must be listed explicitly.
   */
  private static final List<String> TLS_1_2 =
      List.of(
          "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
          "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
          "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
          "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
          "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
          "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256");

  /** Go's names that differ from the JDK's. */
  private static final Map<String, String> NAMES =
      Map.of(
          "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305", "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
          "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305", "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256",
          "TLS_RSA_WITH_3DES_EDE_CBC_SHA", "SSL_RSA_WITH_3DES_EDE_CBC_SHA");

  private CipherSuites() {}

  /**
   * The suites to enable, with the JDK's names.
   *
   * @param given TLS names of the suites; empty for the default
   */
  static List<String> of(List<String> given) {
    List<String> suites = new ArrayList<>(TLS_1_3);
    for (String each : given.isEmpty() ? TLS_1_2 : given) {
      String name = NAMES.getOrDefault(each, each);
      if (!suites.contains(name)) {
        suites.add(name);
      }
    }
    return List.copyOf(suites);
  }
}
