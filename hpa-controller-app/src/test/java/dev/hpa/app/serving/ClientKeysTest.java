package dev.hpa.app.serving;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.spec.RSAPublicKeySpec;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("security")
class ClientKeysTest {

  private static final BigInteger USUAL = BigInteger.valueOf(65_537);

  private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
  private final ClientKeys keys = new ClientKeys(now::get);

  private static PublicKey rsa(int bits, BigInteger exponent) throws Exception {
    BigInteger modulus = BigInteger.ONE.shiftLeft(bits - 1).setBit(0);
    return KeyFactory.getInstance("RSA").generatePublic(new RSAPublicKeySpec(modulus, exponent));
  }

  private static PublicKey generated(String algorithm) throws Exception {
    return KeyPairGenerator.getInstance(algorithm).generateKeyPair().getPublic();
  }

  @Test
  void usualKeysAreAccepted() throws Exception {
    for (PublicKey key :
        new PublicKey[] {
          rsa(2048, USUAL), rsa(8192, USUAL), generated("EC"), generated("Ed25519")
        }) {
      assertDoesNotThrow(() -> keys.require(key));
    }
  }

  @Test
  void keysWhoseSignaturesTakeLongAreRefused() throws Exception {
    PublicKey long8193 = rsa(8193, USUAL);
    PublicKey exponent = rsa(2048, BigInteger.ONE.shiftLeft(63).setBit(0));
    PublicKey other = generated("DSA");
    assertThrows(CertificateException.class, () -> keys.require(long8193));
    assertThrows(CertificateException.class, () -> keys.require(exponent));
    assertThrows(CertificateException.class, () -> keys.require(other));
  }

  /** Of these a processor verifies 50 in a second. */
  @Test
  void ofUnusualKeysFewAreAcceptedInASecond() throws Exception {
    PublicKey large = rsa(8192, USUAL);
    int accepted = 0;
    while (isAccepted(large)) {
      accepted++;
    }
    assertTrue(accepted <= 20, accepted + " at once");
    assertFalse(isAccepted(rsa(2048, BigInteger.ONE.shiftLeft(30).setBit(0))));
    assertTrue(isAccepted(rsa(4096, USUAL)));
    now.updateAndGet(each -> each.plusSeconds(1));
    assertTrue(isAccepted(large));
  }

  private boolean isAccepted(PublicKey key) {
    try {
      keys.require(key);
      return true;
    } catch (CertificateException refused) {
      return false;
    }
  }
}
