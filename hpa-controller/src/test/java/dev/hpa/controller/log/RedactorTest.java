package dev.hpa.controller.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("security")
class RedactorTest {

  private static final String SECRET = "p@ss/w0rd+ä=";

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void theValueIsReplacedWithAndWithoutItsLineBreak() {
    Redactor redactor = Redactor.of(List.of(SECRET + "\n"));
    assertEquals("token (secret).", redactor.redact("token " + SECRET + "."));
    assertEquals("token (secret).", redactor.redact("token " + SECRET + "\n."));
  }

  @Test
  void encodedFormsAreReplaced() {
    Redactor redactor = Redactor.of(List.of(SECRET));
    String url = URLEncoder.encode(SECRET, StandardCharsets.UTF_8);
    assertEquals("?t=(secret)&x", redactor.redact("?t=" + url + "&x"));
    assertEquals("?t=(secret)&x", redactor.redact("?t=p%40ss%2fw0rd%2b%c3%a4%3d&x"));
    assertEquals("(secret)", redactor.redact(base64(SECRET)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"u:", "us:", "usr:", "admin:"})
  void aPasswordWithinBasicAuthenticationIsReplaced(String user) {
    String secret = "correct horse battery";
    String header = "Basic " + base64(user + secret);
    String safe = Redactor.of(List.of(secret)).redact(header);
    assertFalse(safe.contains(base64(user + secret).substring(10, 22)), safe);
    String left = safe.replace(Redactor.SHOWN, "").replace("Basic ", "");
    assertFalse(left.length() > user.length() * 4 / 3 + 6, safe);
  }

  @Test
  void linesOfAKeyAreReplaced() {
    String key = "-----BEGIN KEY-----\nMIIEvQIBADANBg\n-----END KEY-----\n";
    assertEquals("no key: (secret)", Redactor.of(List.of(key)).redact("no key: MIIEvQIBADANBg"));
  }

  @Test
  void doesNotRedactAShortSecretWithinAWord() {
    Redactor redactor = Redactor.of(List.of("is"));
    assertEquals("this (secret) \"(secret)\"", redactor.redact("this is \"is\""));
  }

  @Test
  void withoutSecretsNothingChanges() {
    assertEquals("a b", Redactor.NONE.redact("a b"));
    assertEquals("a b", Redactor.of(List.of("", " ")).redact("a b"));
  }
}
