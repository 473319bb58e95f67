package dev.hpa.tck;

import dev.hpa.api.ApiGroupVersion;
import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.ObjectMeta;
import dev.hpa.api.Scale;
import dev.hpa.spi.ScaleClient;
import dev.hpa.spi.ScaleException;
import dev.hpa.spi.ScaleException.Reason;
import dev.hpa.spi.TargetScale;

/** A conformant scale client of one target in memory. Defects override single methods. */
class SampleScaleClient implements ScaleClient {

  private int replicas = 2;
  private int version = 80;
  private String selector = "app=cart";

  /** The state of the source besides the replicas. */
  final synchronized String selector() {
    return selector;
  }

  final synchronized void select(String pods) {
    selector = pods;
  }

  @Override
  public TargetScale read(String namespace, CrossVersionObjectReference target)
      throws ScaleException {
    checkReference(target);
    checkIsThere(target);
    return current();
  }

  void checkReference(CrossVersionObjectReference target) throws ScaleException {
    try {
      ApiGroupVersion.parse(target.apiVersionOrEmpty());
    } catch (IllegalArgumentException invalid) {
      throw new ScaleException(
          Reason.INVALID_REFERENCE, String.valueOf(invalid.getMessage()), invalid);
    }
  }

  void checkIsThere(CrossVersionObjectReference target) throws ScaleException {
    if (!target.kind().equals("Cart")) {
      throw new ScaleException(Reason.MAPPING, "unknown kind; only Cart is supported", null);
    }
    if (!target.name().equals("cart")) {
      throw new ScaleException(Reason.READ, "there is one cart only", null);
    }
  }

  final synchronized TargetScale current() {
    ObjectMeta metadata =
        ObjectMeta.named("shop", "cart").withResourceVersion(String.valueOf(version));
    Scale scale = new Scale("shop", "cart", null, String.valueOf(version), replicas, 2, selector);
    return new TargetScale("shop", "cart", "shop.example", "carts", metadata, scale);
  }

  @Override
  public TargetScale reread(TargetScale target) throws ScaleException {
    return current();
  }

  @Override
  public synchronized TargetScale write(TargetScale target) throws ScaleException {
    if (!isGuarded(target)) {
      throw new ScaleException(Reason.CONFLICT, "the cart was scaled in between", null);
    }
    put(target.scale().specReplicas());
    return current();
  }

  boolean isGuarded(TargetScale target) {
    return target.scale().resourceVersion().equals(current().scale().resourceVersion());
  }

  final synchronized void put(int wanted) {
    replicas = wanted;
    version++;
  }
}
