package dev.hpa.conformance.environment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MetricsAddressTest {

  @ParameterizedTest
  @CsvSource({
    "host.docker.internal,       host.docker.internal, 0",
    "host.minikube.internal:8443, host.minikube.internal, 8443",
    "172.18.0.1,                 172.18.0.1, 0",
    "172.18.0.1:9443,            172.18.0.1, 9443",
    "[fd00::1],                  fd00::1, 0",
    "[fd00::1]:9443,             fd00::1, 9443",
  })
  void hostAndPortAreParsed(String text, String host, int port) {
    MetricsAddress address = MetricsAddress.parse(text);
    assertEquals(new MetricsAddress(host, port), address);
    assertEquals(text, address.toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", ":8443", "host:", "host:x", "host:70000", "fd00::1", "a b", "https://a"})
  void otherFormsAreErrors(String text) {
    assertEquals(
        "\"" + text + "\": not an address; use HOST, HOST:PORT or [IPV6]:PORT",
        assertThrows(IllegalArgumentException.class, () -> MetricsAddress.parse(text))
            .getMessage());
  }

  @Test
  void otherAddressesNeedAllInterfaces() {
    assertEquals("127.0.0.1", MetricsAddress.LOCAL.listensOn());
    assertEquals("0.0.0.0", MetricsAddress.parse("172.18.0.1").listensOn());
  }
}
