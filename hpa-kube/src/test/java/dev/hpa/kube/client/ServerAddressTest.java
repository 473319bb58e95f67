package dev.hpa.kube.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.net.URI;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerAddressTest {

  private static ServerAddress of(String url) {
    return Objects.requireNonNull(ServerAddress.parse(url));
  }

  @ParameterizedTest
  @CsvSource({
    "https://10.0.0.1:6443, 10.0.0.1, 6443, 10.0.0.1:6443, 10.0.0.1:6443, ''",
    "https://api.example/, api.example, 443, api.example, api.example, ''",
    "HTTPS://API.example:443/k8s/c/, api.example, 443, api.example, API.example:443, /k8s/c",
    "http://my_host, my_host, 80, my_host, my_host, ''",
    "http://host:/, host, 80, host, host:, ''",
    "https://[fd00::1]:6443, fd00::1, 6443, [fd00::1]:6443, [fd00::1]:6443, ''",
    "https://[fd00::1], fd00::1, 443, [fd00::1], [fd00::1], ''",
    "https://me:pw@host:1/a?b#c, host, 1, host:1, host:1, /a",
    "https://bücher.example, xn--bcher-kva.example, 443, xn--bcher-kva.example, bücher.example, ''",
  })
  void partsOfUrls(String url, String host, int port, String authority, String label, String root) {
    ServerAddress address = of(url);
    assertEquals(host, address.host());
    assertEquals(port, address.port());
    assertEquals(authority, address.authority());
    assertEquals(label, address.label());
    assertEquals(root, address.root());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "host",
        "ftp://host",
        "https://",
        "https:///path",
        "https://host:99999",
        "https://host:0",
        "https://host:port",
        "https://a b",
        "https://[::1",
        "https://a:b:c"
      })
  void noUrls(String url) {
    assertNull(ServerAddress.parse(url));
  }

  @Test
  void aPasswordIsNotShown() {
    assertEquals("https://me:***@host", of("https://me:secret@host").toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/api/v1/pods?limit=5&labelSelector=a%3Db|/root/api/v1/pods?limit=5&labelSelector=a%3Db",
        "//evil.example/x|/root//evil.example/x",
        "/a/./b/../c|/root/a/c",
        "/a/%2e%2e/b|/root/a/%2e%2e/b",
        "/a b/ü|/root/a%20b/%C3%BC",
        "/a?q=x y|/root/a?q=x%20y",
        "/a?q={}|/root/a?q=%7B%7D",
      })
  void targetsBelowTheRoot(String target, String expected) {
    assertEquals(expected, of("https://host/root").pathAndQuery(target));
  }

  @Test
  void noTargetHasSegmentsThatLeadAboveTheServer() {
    assertEquals("/x", of("https://host").pathAndQuery("/../../x"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/root/b?x=1|/b?x=1",
        "https://host/root/b|/b",
        "https://HOST:443/root/b|/b",
        "b|/b",
        "http://host/root/b|",
        "https://host:444/root/b|",
        "https://other/root/b|",
        "//other/root/b|",
        "/elsewhere|",
        "/root/../elsewhere|",
        "https://host/{}|",
      })
  void redirectsWithinTheServerOnly(String location, String expected) {
    ServerAddress server = of("https://host/root");
    URI to = server.redirected("/a", location);
    assertEquals(expected, to == null ? null : server.target(to));
  }
}
