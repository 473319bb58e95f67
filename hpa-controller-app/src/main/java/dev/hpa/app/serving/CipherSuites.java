package dev.hpa.app.serving;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The cipher suites of the served port. TLS 1.3 has its own, which are always on, as in Go. */
final class CipherSuites {

  private static final List<String> TLS_1_3 =
      List.of("TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256");

  /** With forward secrecy and authenticated encryption; CBC has to be asked for by name. */
  private static final List<String> TLS_1_2 =
      List.of(
          "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
          "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
          "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
          "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
          "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
          "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256");

  /** Names that Go has besides those of the registry, or that the JDK writes otherwise. */
  private static final Map<String, String> NAMES =
      Map.of(
          "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305", "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
          "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305", "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256",
          "TLS_RSA_WITH_3DES_EDE_CBC_SHA", "SSL_RSA_WITH_3DES_EDE_CBC_SHA");

  private CipherSuites() {}

  /**
   * The suites to offer, by the JDK's names.
   *
   * @param given those asked for, by the names of TLS; empty for the default
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
