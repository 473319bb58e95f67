package dev.hpa.kube.client;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.interfaces.ECPrivateKey;
import java.util.Arrays;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The keys were made by OpenSSL for this test. */
class PemKeyTest {

  private static final String EC =
      """
      -----BEGIN EC PRIVATE KEY-----
      MHcCAQEEILv7vIPBZSIuhImwrbJ0di3YCaA40QYNXwxPgnbyIEDMoAoGCCqGSM49
      AwEHoUQDQgAE3PCiGPMUavN6OhlGVbLT09tIoQkhUYxDNgRm++yG3o5yDHYjy3Ss
      fD8esLdJ3yeOZPv6ZBM7iS/uwRgsAqG0Jg==
      -----END EC PRIVATE KEY-----
      """;

  private static final String EC_PKCS8 =
      """
      -----BEGIN PRIVATE KEY-----
      MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgu/u8g8FlIi6EibCt
      snR2LdgJoDjRBg1fDE+CdvIgQMyhRANCAATc8KIY8xRq83o6GUZVstPT20ihCSFR
      jEM2BGb77IbejnIMdiPLdKx8Px6wt0nfJ45k+/pkEzuJL+7BGCwCobQm
      -----END PRIVATE KEY-----
      """;

  private static final String EC_384_WITH_PARAMETERS =
      """
      -----BEGIN EC PARAMETERS-----
      BgUrgQQAIg==
      -----END EC PARAMETERS-----
      -----BEGIN EC PRIVATE KEY-----
      MIGkAgEBBDB9UtxksgX5QRT4/jlZAmaVjqvCguBhpqELyJaRMR7hlw6a9ZAxnizp
      +qadVgKhZCSgBwYFK4EEACKhZANiAATKlFK3zXznTGS7OwtBOkfwiwPfsQbwrlTO
      SpUfDYp9X+bxGLJ/P9l643/sn5WEC3qHfDgyg1lqf7EtIw32rDfioqQ39icdVRdF
      yqP96wHgd+7zg7s1vK45cpmdHN4zbbM=
      -----END EC PRIVATE KEY-----
      """;

  private static final String RSA =
      """
      -----BEGIN RSA PRIVATE KEY-----
      MIICWgIBAAKBgQDcGIGdysoGgta2yLc8RJBp9SofT1MoL1ITWL0gx9UAshsNyXqP
      3qtsOtgGw3JZDyNYYK2sZYCi5EQcPJWOaLLp+N/xLYQF/gty5mWv7yqGq0j1NoEy
      GvUjrW3wd+QFZhqi3yjk5v9iHnQDl3Uc2mlb5N9gzq21zT0QFZtnKQxDfQIDAQAB
      AoGASf9rRLPzbHD844NkJ70dmKI2wUQYP0B5pcuF+sl00cEP23jL3icNF1xJWSzI
      +yxdw87tVTLjJuD8DUpJNhH5ZJS9pcb5K8U4ob/eGY6LiPmmzbGo45CsMvAreBil
      vV7Ds46R4bjDLFm9WPsAa7pUmAfN7b1iHTE2d7KJpM21tgECQQD8pQNGEnkVZpwa
      c036X8Wv7WTt8usAibtKRG3573CKVREFSWCBnscG01vUPScDOGSgPOMF7qyi7r3c
      nXkwtE09AkEA3wTT9u52gQDGnjfv5wXrm44KpKLxvHnRsTuthnZEFNonYHefOh+N
      lMLl5M2BBTg8HTm+vTMBCkogw1QNiH+zQQJATWiByEaAsv3tdm09xyjw+SZTdlSn
      jFKm/+pXh+zFHp1RybzhxNVRRdYcnLrf6SyuKCp/pKGsY3+izKWzLCkSQQJAdGou
      wz1jOp/PDhQg9LVQcZjJ0XsFON9WKHAAeqoNi9z8pQyMX2jNHRRHsRHdAX6DUrYr
      7NNM/bQIOi4MCm6ugQI/XERERnMecBL1lyIbQ+7FKLwNHUt/GQAg7CHs6ASzA+XG
      GdiZVKGQtizAynM5j4tsZO5m9aJ0vsriQ1miEMjK
      -----END RSA PRIVATE KEY-----
      """;

  private static final String RSA_PKCS8 =
      """
      -----BEGIN PRIVATE KEY-----
      MIICdAIBADANBgkqhkiG9w0BAQEFAASCAl4wggJaAgEAAoGBANwYgZ3KygaC1rbI
      tzxEkGn1Kh9PUygvUhNYvSDH1QCyGw3Jeo/eq2w62AbDclkPI1hgraxlgKLkRBw8
      lY5osun43/EthAX+C3LmZa/vKoarSPU2gTIa9SOtbfB35AVmGqLfKOTm/2IedAOX
      dRzaaVvk32DOrbXNPRAVm2cpDEN9AgMBAAECgYBJ/2tEs/NscPzjg2QnvR2YojbB
      RBg/QHmly4X6yXTRwQ/beMveJw0XXElZLMj7LF3Dzu1VMuMm4PwNSkk2EflklL2l
      xvkrxTihv94ZjouI+abNsajjkKwy8Ct4GKW9XsOzjpHhuMMsWb1Y+wBrulSYB83t
      vWIdMTZ3somkzbW2AQJBAPylA0YSeRVmnBpzTfpfxa/tZO3y6wCJu0pEbfnvcIpV
      EQVJYIGexwbTW9Q9JwM4ZKA84wXurKLuvdydeTC0TT0CQQDfBNP27naBAMaeN+/n
      BeubjgqkovG8edGxO62GdkQU2idgd586H42UwuXkzYEFODwdOb69MwEKSiDDVA2I
      f7NBAkBNaIHIRoCy/e12bT3HKPD5JlN2VKeMUqb/6leH7MUenVHJvOHE1VFF1hyc
      ut/pLK4oKn+koaxjf6LMpbMsKRJBAkB0ai7DPWM6n88OFCD0tVBxmMnRewU431Yo
      cAB6qg2L3PylDIxfaM0dFEexEd0BfoNStivs00z9tAg6LgwKbq6BAj9cRERGcx5w
      EvWXIhtD7sUovA0dS38ZACDsIezoBLMD5cYZ2JlUoZC2LMDKczmPi2xk7mb1onS+
      yuJDWaIQyMo=
      -----END PRIVATE KEY-----
      """;

  private static final String ED25519 =
      """
      -----BEGIN PRIVATE KEY-----
      MC4CAQAwBQYDK2VwBCIEIBtUhq+tnl5HlrKF1hQ19rF4XUt2OJpKM90TKfRGfbhh
      -----END PRIVATE KEY-----
      """;

  private static PrivateKey read(String pem) throws GeneralSecurityException {
    return PemKey.read(pem.getBytes(StandardCharsets.US_ASCII));
  }

  private static BigInteger secret(String pem) throws GeneralSecurityException {
    return ((ECPrivateKey) read(pem)).getS();
  }

  private static String refusal(String pem) {
    return String.valueOf(
        assertThrows(GeneralSecurityException.class, () -> read(pem)).getMessage());
  }

  @Test
  void keysOfOldFormatsEqualThoseOfPkcs8() throws GeneralSecurityException {
    assertEquals("RSA", read(RSA).getAlgorithm());
    assertArrayEquals(read(RSA_PKCS8).getEncoded(), read(RSA).getEncoded());
    assertEquals("EC", read(EC).getAlgorithm());
    assertEquals(secret(EC_PKCS8), secret(EC));
  }

  @Test
  void otherKinds() throws GeneralSecurityException {
    assertEquals("EC", read(EC_384_WITH_PARAMETERS).getAlgorithm());
    assertEquals("EdDSA", read(ED25519).getAlgorithm());
    assertEquals(secret(EC), secret("Bag Attributes\n  friendlyName: web\n" + EC + RSA));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "---", "-----BEGIN CERTIFICATE-----\nLS0t\n-----END CERTIFICATE-----"})
  void textWithoutKeyIsRefused(String text) {
    assertEquals("tls: failed to find any PEM data in key input", refusal(text));
  }

  @Test
  void anEncryptedKeyIsRefused() {
    String why = "the private key is encrypted; decrypt it";
    assertEquals(
        why,
        refusal(
            "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n"
                + "DEK-Info: AES-128-CBC,F215\n\nLS0t\n-----END RSA PRIVATE KEY-----"));
    assertEquals(
        why,
        refusal(
            "-----BEGIN ENCRYPTED PRIVATE KEY-----\nLS0t\n-----END ENCRYPTED PRIVATE KEY-----"));
  }

  @ParameterizedTest
  @ValueSource(strings = {EC, EC_PKCS8, RSA, RSA_PKCS8, ED25519})
  void everyCutKeyIsRefused(String pem) {
    String head = pem.lines().findFirst().orElseThrow();
    String body = pem.replaceAll("-----[^-]*-----", "");
    byte[] whole = Base64.getMimeDecoder().decode(body);
    for (int length = 0; length < whole.length; length += 7) {
      byte[] cut = Arrays.copyOf(whole, length);
      String why =
          refusal(
              head
                  + "\n"
                  + Base64.getEncoder().encodeToString(cut)
                  + "\n"
                  + head.replace("BEGIN", "END"));
      assertEquals("tls: failed to parse private key", why);
    }
  }
}
