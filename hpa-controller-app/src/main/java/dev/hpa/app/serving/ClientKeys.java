package dev.hpa.app.serving;

import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.EdECPublicKey;
import java.security.interfaces.RSAPublicKey;

/**
 * Limits of the keys in certificates of clients, which an anonymous one may choose: verifying a
 * signature of a very long key takes a tenth of a second. The limits are those of Go's TLS.
 */
final class ClientKeys {

  private static final int MAX_MODULUS = 8192;
  private static final int MAX_EXPONENT = 31;

  private ClientKeys() {}

  /**
   * Checks the keys of a chain.
   *
   * @throws CertificateException if a signature of one takes long to verify
   */
  static void require(X509Certificate... chain) throws CertificateException {
    for (X509Certificate each : chain) {
      require(each.getPublicKey());
    }
  }

  static void require(PublicKey key) throws CertificateException {
    boolean isCheap =
        switch (key) {
          case RSAPublicKey rsa ->
              rsa.getModulus().bitLength() <= MAX_MODULUS
                  && rsa.getPublicExponent().bitLength() <= MAX_EXPONENT;
          case ECPublicKey _, EdECPublicKey _ -> true;
          default -> false;
        };
    if (!isCheap) {
      throw new CertificateException(
          "a key of algorithm %s that is not accepted; use ECDSA, or RSA with at most %d bits"
              .formatted(key.getAlgorithm(), MAX_MODULUS));
    }
  }
}
