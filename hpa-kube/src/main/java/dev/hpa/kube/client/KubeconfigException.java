package dev.hpa.kube.client;

/** A kubeconfig that is not usable; the message names the file, the problem and the remedy. */
public final class KubeconfigException extends Exception {

  private static final long serialVersionUID = 1;

  KubeconfigException(String message, Throwable cause) {
    super(message, cause);
  }

  KubeconfigException(String message) {
    super(message);
  }
}
