package dev.hpa.app.serving;

import dev.hpa.kube.client.TokenBucket;
import dev.hpa.kube.memory.Limit;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.EdECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.time.InstantSource;

/**
 * Limits of the keys in certificates of clients, which an anonymous one may choose: verifying a
 * signature of a very long key takes a tenth of a second. The limits of a key are those of Go's
 * TLS; of those within, that take more than the usual millisecond or two, few are verified in a
 * second. Thread-safe.
 */
final class ClientKeys {

  private static final int MAX_MODULUS = 8192;
  private static final int MAX_EXPONENT = 31;

  private static final int USUAL_MODULUS = 4096;
  private static final int USUAL_EXPONENT = 17;
  private static final int USUAL_CURVE = 256;

  private final TokenBucket unusual;

  ClientKeys(InstantSource clock) {
    this.unusual =
        new TokenBucket(Limit.UNKNOWN_CALLERS.asInt(), 2 * Limit.UNKNOWN_CALLERS.asInt(), clock);
  }

  /**
   * Checks the keys of a chain.
   *
   * @throws CertificateException if a signature of one takes long to verify, or too many unusual
   *     ones were verified just now
   */
  void require(X509Certificate... chain) throws CertificateException {
    for (X509Certificate each : chain) {
      require(each.getPublicKey());
    }
  }

  void require(PublicKey key) throws CertificateException {
    if (!isWithin(key, MAX_MODULUS, MAX_EXPONENT, Integer.MAX_VALUE)) {
      throw new CertificateException(
          "a key of algorithm %s that is not accepted; use ECDSA, or RSA with at most %d bits"
              .formatted(key.getAlgorithm(), MAX_MODULUS));
    }
    if (!isWithin(key, USUAL_MODULUS, USUAL_EXPONENT, USUAL_CURVE) && !unusual.take(1)) {
      throw new CertificateException(
          "too many keys of unusual lengths; use RSA with at most %d bits, P-256 or Ed25519"
              .formatted(USUAL_MODULUS));
    }
  }

  private static boolean isWithin(PublicKey key, int modulus, int exponent, int curve) {
    return switch (key) {
      case RSAPublicKey rsa ->
          rsa.getModulus().bitLength() <= modulus
              && rsa.getPublicExponent().bitLength() <= exponent;
      case ECPublicKey ec -> ec.getParams().getOrder().bitLength() <= curve;
      case EdECPublicKey ed -> curve > USUAL_CURVE || ed.getParams().getName().equals("Ed25519");
      default -> false;
    };
  }
}
