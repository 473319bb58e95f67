package dev.hpa.metrics.resource;

/** The contract, with a server of both versions. */
class BothVersionsContractTest extends ContractTest {

  BothVersionsContractTest() {
    super("v1", "v1beta1");
  }
}
