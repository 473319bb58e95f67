package dev.hpa.conformance.environment;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.Comparator;
import java.util.function.Predicate;

/** The address of this machine or pod. */
final class LocalAddress {

  private LocalAddress() {}

  /**
   * Returns the address of the pod's network interface, IPv4 if there is one.
   *
   * @throws TestClusterException if there is only a loopback interface
   */
  static String ofThisPod() throws TestClusterException {
    Predicate<InetAddress> local =
        each -> each.isLoopbackAddress() || each.isLinkLocalAddress() || each.isMulticastAddress();
    try {
      return NetworkInterface.networkInterfaces()
          .flatMap(NetworkInterface::inetAddresses)
          .filter(local.negate())
          .min(Comparator.comparingInt(each -> each instanceof Inet4Address ? 0 : 1))
          .map(each -> each.getHostAddress().replaceFirst("%.*", ""))
          .orElseThrow(
              () -> new TestClusterException("pod address: none found; add --metrics-address"));
    } catch (SocketException failure) {
      throw new TestClusterException(
          "pod address: %s; add --metrics-address".formatted(failure.getMessage()), failure);
    }
  }
}
