package dev.hpa.metrics.resource;

/** The contract, with a server of {@code v1beta1} only. */
class V1beta1ContractTest extends ContractTest {

  V1beta1ContractTest() {
    super("v1beta1");
  }
}
