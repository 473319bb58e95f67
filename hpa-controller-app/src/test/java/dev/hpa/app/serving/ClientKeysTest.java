package dev.hpa.app.serving;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigInteger;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.spec.RSAPublicKeySpec;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("security")
class ClientKeysTest {

  private static final BigInteger USUAL = BigInteger.valueOf(65_537);

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
      assertDoesNotThrow(() -> ClientKeys.require(key));
    }
  }

  @Test
  void keysWhoseSignaturesTakeLongAreRefused() throws Exception {
    PublicKey long8193 = rsa(8193, USUAL);
    PublicKey exponent = rsa(2048, BigInteger.ONE.shiftLeft(63).setBit(0));
    PublicKey other = generated("DSA");
    assertThrows(CertificateException.class, () -> ClientKeys.require(long8193));
    assertThrows(CertificateException.class, () -> ClientKeys.require(exponent));
    assertThrows(CertificateException.class, () -> ClientKeys.require(other));
  }
}
